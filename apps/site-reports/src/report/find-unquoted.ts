import type { SiteFacts } from '../page/site-facts.ts'
import type { ModelReport } from './model-report.ts'

/** Evidence of a model that stands on none of the pages it was given. Blanks, case, and the kinds of quotes and dashes do not count. */
export function findUnquoted({ strengths, weaknesses, suggestions }: ModelReport, site: SiteFacts): readonly string[] {
  const pages = site.pages.map(({ facts }) =>
    plain(
      [facts.titleTag, facts.descriptionTag, facts.description, ...facts.headings.map(({ text }) => text), facts.text]
        .filter((text) => text !== null)
        .join(' '),
    ),
  )
  const evidence = [...strengths, ...weaknesses, ...suggestions].map((point) => point.evidence)
  return [...new Set(evidence)].filter((quote) => !isOn(pages, quote))
}

/** What was left out in the middle of a quote may be marked by dots. */
function isOn(pages: readonly string[], quote: string): boolean {
  const parts = plain(quote)
    .split(/\s*(?:…|\.\.\.)\s*/)
    .map((part) => part.replace(/^["'\s]+|["'\s]+$/g, ''))
    .filter((part) => part !== '')
  return parts.length > 0 && pages.some((page) => parts.every((part) => page.includes(part)))
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
