import { cleanText } from './clean-text.ts'
import { cleanUrl } from './clean-url.ts'
import { decodeEntities } from './decode-entities.ts'
import { attributeOf, type Element, elementsOf, isElement, isHidden, parseHtml, textOf } from './html-tree.ts'
import { isInvitation } from './is-boilerplate.ts'
import type { Heading, PageFacts } from './page-facts.ts'
import { readByline } from './read-byline.ts'
import { readForms } from './read-forms.ts'
import { type Article, readJsonLd } from './read-json-ld.ts'
import { readImages, readLinks } from './read-links.ts'
import { type Meta, readMeta } from './read-meta.ts'
import { readRefresh } from './read-refresh.ts'
import { readTechnologies } from './read-technologies.ts'
import { readText } from './read-text.ts'
import { readTitle } from './read-title.ts'

const mostHeadings = 200

/**
 * All that can be known of a page from its HTML. Broken HTML is read as browsers do. Throws a `TooComplexError` for a page that was
 * made to take for ever.
 *
 * @example
 * ```ts
 * const { title, linksIn } = extractPage('<title>Bread</title><a href="/shop">Shop</a>', 'https://bakery.example/')
 * ```
 */
export function extractPage(html: string, url: string, headers: Readonly<Record<string, string>> = {}): PageFacts {
  const document = parseHtml(html)
  const elements = elementsOf(document)
  const find = (tag: string) => elements.find(({ tagName }) => tagName === tag)
  const base = baseOf(elements, url)
  const meta = readMeta(elements)
  const jsonLd = readJsonLd(elements)
  const headings = readHeadings(elements)
  const titleTag = titleOf(elements)
  const text = readText(find('body') ?? document)
  const naming = nameOf(meta, jsonLd.article, titleTag, headings)
  return {
    url,
    ...naming,
    titleTag,
    descriptionTag: meta.get('description'),
    excerpt: excerptOf(naming.description, text.firstParagraph),
    byline: naming.byline ?? readByline(elements),
    canonical: linkOf(elements, 'canonical', base),
    language: languageOf(find('html'), meta),
    direction: directionOf(find('article') ?? find('main') ?? find('body')),
    robots: (meta.get('robots') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .slice(0, 20),
    viewport: meta.get('viewport'),
    charset: meta.charset,
    favicon: linkOf(elements, 'icon', base),
    headings,
    openGraph: meta.below('og:'),
    twitter: meta.below('twitter:'),
    jsonLd: jsonLd.blocks,
    brokenJsonLd: jsonLd.broken,
    ...readLinks(elements, base, url),
    ...readImages(elements, base),
    forms: readForms(elements),
    text: text.text,
    words: text.words,
    isReadable: text.isReadable,
    technologies: readTechnologies(elements, meta.get('generator'), headers),
    refresh: readRefresh(meta.header('refresh'), base, url),
  }
}

/** The first one that says where. */
function baseOf(elements: readonly Element[], url: string): string {
  const hrefs = elements.filter(({ tagName }) => tagName === 'base').map((each) => attributeOf(each, 'href'))
  return cleanUrl(hrefs.find((href) => href !== undefined) ?? url, url) ?? url
}

type Naming = Pick<PageFacts, 'title' | 'description' | 'byline' | 'siteName' | 'publishedAt'>

function nameOf(
  meta: Meta,
  article: Article | undefined,
  titleTag: string | null,
  headings: readonly Heading[],
): Naming {
  return {
    title:
      headlineOf(article, titleTag) ??
      meta.first('dc:title', 'dcterm:title', 'dcterms:title', 'og:title', 'title', 'twitter:title', 'parsely-title') ??
      readTitle(decodeEntities(titleTag ?? ''), headings),
    description:
      article?.description ??
      meta.first(
        'dc:description',
        'dcterm:description',
        'dcterms:description',
        'og:description',
        'description',
        'twitter:description',
      ),
    byline:
      [
        article?.byline,
        meta.first('dc:creator', 'dcterm:creator', 'dcterms:creator', 'author', 'parsely-author'),
        personOf(meta.get('article:author')),
      ].find((name) => typeof name === 'string' && !isInvitation(name)) ?? null,
    siteName: article?.siteName ?? meta.get('og:site_name'),
    publishedAt: article?.publishedAt ?? meta.first('article:published_time', 'parsely-pub-date'),
  }
}

/** What invites to log in describes no page: the first paragraph says more. */
function excerptOf(description: string | null, firstParagraph: string | null): string | null {
  const said = description !== null && !isInvitation(description) ? description : null
  const excerpt = said ?? firstParagraph
  return excerpt === null ? null : cleanText(decodeEntities(excerpt), 1_500)
}

/** Some sites give their own name as the name, others as the headline. */
function headlineOf(article: Article | undefined, titleTag: string | null): string | null {
  const { name = null, headline = null } = article ?? {}
  if (name === null || headline === null) return headline ?? name
  const isName = titleTag?.includes(name) === true && !titleTag.includes(headline)
  return isName ? name : headline
}

/** An address of a profile is no name. */
function personOf(author: string | null): string | null {
  return author !== null && URL.canParse(author) ? null : author
}

/** Pictures have titles too, inside of the page. */
function titleOf(elements: readonly Element[]): string | null {
  const title = elements.find(({ tagName, namespaceURI }) => tagName === 'title' && namespaceURI.endsWith('xhtml'))
  return title === undefined ? null : cleanText(textOf(title)) || null
}

function readHeadings(elements: readonly Element[]): readonly Heading[] {
  const headings = elements.filter((element) => /^h[1-6]$/.test(element.tagName) && !isHidden(element))
  return headings
    .slice(0, 5 * mostHeadings)
    .map((element) => ({ level: Number(element.tagName[1]), text: cleanText(textOf(element), 300) }))
    .filter(({ text }) => text !== '')
    .slice(0, mostHeadings)
}

function linkOf(elements: readonly Element[], rel: string, base: string): string | null {
  const link = elements.find(
    (element) =>
      element.tagName === 'link' && (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/).includes(rel),
  )
  const href = link && attributeOf(link, 'href')
  return href ? (cleanUrl(href, base) ?? null) : null
}

function languageOf(html: Element | undefined, meta: Meta): string | null {
  const said = (html && (attributeOf(html, 'lang') ?? attributeOf(html, 'xml:lang'))) || meta.header('content-language')
  return cleanText(said ?? '', 35) || null
}

/** Of what the page is about, or of all of it. */
function directionOf(content: Element | undefined): PageFacts['direction'] {
  for (let element = content; element !== undefined; ) {
    const said = attributeOf(element, 'dir')?.trim().toLowerCase()
    if (said === 'rtl' || said === 'ltr' || said === 'auto') return said
    element = element.parentNode !== null && isElement(element.parentNode) ? element.parentNode : undefined
  }
  return null
}
