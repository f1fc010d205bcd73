import type { PageRule } from './page-rule.ts'

const seo = (
  rule: string,
  severity: PageRule['severity'],
  message: string,
  isBroken: PageRule['isBroken'],
): PageRule => ({ rule, area: 'seo', severity, message, isBroken })

const sameAs = (text: string | null) => text?.trim().toLowerCase() ?? ''

export const seoRules: readonly PageRule[] = [
  seo(
    'title-missing',
    'high',
    'There is no title: search engines make one up. Write one of 15 to 60 characters.',
    ({ facts }) => facts.titleTag === null,
  ),
  seo(
    'title-length',
    'low',
    'The title is shorter than 15 or longer than 65 characters: it says little, or is cut off.',
    ({ facts: { titleTag } }) => {
      const length = [...(titleTag ?? '')].length
      return titleTag !== null && (length < 15 || length > 65) && `${length} characters`
    },
  ),
  seo(
    'title-repeated',
    'medium',
    'Several pages have the same title: each should say what it is about.',
    ({ facts }, { pages }) =>
      facts.titleTag !== null &&
      pages.some((other) => other.facts.url !== facts.url && sameAs(other.facts.titleTag) === sameAs(facts.titleTag)),
  ),
  seo(
    'description-missing',
    'medium',
    'There is no meta description: search engines show any words of the page.',
    ({ facts }) => facts.descriptionTag === null,
  ),
  seo(
    'description-length',
    'low',
    'The meta description is shorter than 50 or longer than 160 characters.',
    ({ facts: { descriptionTag } }) => {
      const length = [...(descriptionTag ?? '')].length
      return descriptionTag !== null && (length < 50 || length > 160) && `${length} characters`
    },
  ),
  seo(
    'h1-missing',
    'medium',
    'There is no main heading (h1).',
    ({ facts }) => !facts.headings.some(({ level }) => level === 1),
  ),
  seo('h1-several', 'low', 'There is more than one main heading (h1).', ({ facts }) => {
    const count = facts.headings.filter(({ level }) => level === 1).length
    return count > 1 && `${count} of them`
  }),
  seo(
    'canonical-missing',
    'low',
    'There is no canonical address: the same page under two addresses counts as two.',
    ({ facts }) => facts.canonical === null,
  ),
  seo(
    'canonical-elsewhere',
    'medium',
    'The canonical address is another one: search engines leave this page out.',
    ({ facts: { canonical, url } }) => canonical !== null && withoutSlash(canonical) !== withoutSlash(url) && canonical,
  ),
  seo(
    'noindex',
    'high',
    'The page asks search engines to leave it out (noindex).',
    ({ facts: { robots } }) => robots.includes('noindex') || robots.includes('none'),
  ),
  seo(
    'open-graph-missing',
    'low',
    'There is no Open Graph title or image: links to it look bare where they are shared.',
    ({ facts: { openGraph } }) => openGraph.title === undefined || openGraph.image === undefined,
  ),
  seo(
    'structured-data-missing',
    'low',
    'There is no structured data (JSON-LD).',
    ({ facts }) => facts.jsonLd.length === 0 && facts.brokenJsonLd === 0,
  ),
  seo(
    'structured-data-broken',
    'medium',
    'A block of structured data (JSON-LD) is no JSON, and counts for nothing.',
    ({ facts: { brokenJsonLd } }) => brokenJsonLd > 0 && `${brokenJsonLd} of them`,
  ),
  seo(
    'little-text',
    'medium',
    'There are fewer than 100 words to read: search engines have little to go by.',
    ({ facts: { words }, isSoft404 }) => !isSoft404 && words < 100 && `${words} words`,
  ),
  seo(
    'soft-404',
    'high',
    'The page says that it was not found, with a status that says it was.',
    ({ isSoft404 }) => isSoft404,
  ),
  seo(
    'not-https',
    'high',
    'The page comes over http: browsers call it not secure.',
    ({ facts }) => new URL(facts.url).protocol === 'http:',
  ),
  seo(
    'redirects',
    'low',
    'There is more than one redirect on the way to the page.',
    ({ redirects }) => redirects.length > 1 && `${redirects.length} of them`,
  ),
]

function withoutSlash(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/(\?|$)/, '$1')
}
