import { extractPage } from '../../src/page/extract-page.ts'
import { isSoft404 } from '../../src/page/is-soft-404.ts'
import type { FetchedPage, SiteFacts } from '../../src/page/site-facts.ts'

/** A page as if it had been fetched. */
export function fetchedPage(html: string, path = '/', more: Partial<FetchedPage> = {}): FetchedPage {
  const url = `https://bakery.example${path}`
  const facts = extractPage(html, url)
  const bytes = Buffer.byteLength(html)
  return {
    askedUrl: url,
    status: 200,
    redirects: [],
    durationMs: 80,
    bytes,
    isSoft404: isSoft404(facts),
    facts,
    ...more,
  }
}

export function siteFacts(...pages: readonly FetchedPage[]): SiteFacts {
  return {
    kind: 'site',
    url: 'https://bakery.example/',
    host: 'bakery.example',
    robots: { isPresent: false, sitemaps: [] },
    pages,
    skipped: [],
  }
}
