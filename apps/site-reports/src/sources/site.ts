import { cleanUrl } from '../page/clean-url.ts'
import { importantLinks } from '../page/important-links.ts'
import { hostOf } from '../page/read-links.ts'
import type { FetchedPage, Refusal, SiteFacts, SkippedPage } from '../page/site-facts.ts'
import type { Robots } from '../robots/robots.ts'
import { refusalOfDeferral } from './site/refusal-of-deferral.ts'
import { RobotsBook } from './site/robots-book.ts'
import { type Visit, type Visited, visitPage } from './site/visit-page.ts'
import type { Ask, SiteOptions, Step } from './site-options.ts'

export type FetchSiteOptions = SiteOptions & {
  /** Keeps each page that was read, so that a job which is put off goes on where it was; nothing is kept when left out. */
  readonly step?: Step
  /** How far it is: pages that were read, and how many there may be. */
  readonly onPage?: (read: number, most: number) => void
  /** ms since 1970; for which day a robots.txt is kept. */
  readonly now?: () => number
}

/**
 * Reads a site: the page that was asked for, and those it links to that say most about it. Polite to each host by its source and its
 * robots.txt. A `SourceDeferredError` that comes through is for the engine: the site is to be asked later. Not for the sake of one page
 * beside the first: that is left out.
 *
 * @example
 * ```ts
 * const site = await fetchSite(job.fetch, 'https://example.org/', { userAgent: 'my-reports/1.0 (+https://example.net/bot)' })
 * if (site.kind === 'refused') console.log(site.message)
 * ```
 */
export async function fetchSite(ask: Ask, url: string, options: FetchSiteOptions): Promise<SiteFacts | Refusal> {
  const { maxPages = 5, step = (_, run) => run(), now = Date.now, onPage = () => {} } = options
  const visit: Visit = { ask, options, robots: new RobotsBook(ask, options, now()) }
  const home = await visitHome(visit, url, step)
  if (home.kind === 'refused') return home
  onPage(1, maxPages)
  const pages = [home.page]
  const skipped: SkippedPage[] = []
  for (const [index, link] of linksOf(home.page, maxPages, skipped).entries()) {
    if (pages.length >= maxPages) break
    const visited = await step(`page-${index + 2}`, () => visitPage(visit, link)).catch(refusalOfDeferral)
    const reason = visited.kind === 'refused' ? visited.message : whyNot(visited.page, pages)
    if (visited.kind === 'refused' || reason !== undefined) skipped.push({ url: link, reason: reason! })
    else pages.push(visited.page)
    onPage(pages.length, maxPages)
  }
  const robots = await visit.robots.for(home.page.facts.url)
  return {
    kind: 'site',
    url,
    host: new URL(home.page.facts.url).host,
    robots:
      robots.kind === 'refused'
        ? { isPresent: false, sitemaps: [] }
        : { isPresent: robots.isPresent, sitemaps: sitemapsOf(robots.robots) },
    pages,
    skipped,
  }
}

const mostSitemaps = 20

function sitemapsOf({ sitemaps }: Robots): readonly string[] {
  return sitemaps.flatMap((sitemap) => cleanUrl(sitemap) ?? []).slice(0, mostSitemaps)
}

/** What may be different at the next try is not kept. */
class PassingRefusal extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

async function visitHome(visit: Visit, url: string, step: Step): Promise<Visited | Refusal> {
  try {
    return await step('page-1', async () => {
      const visited = await visitPage(visit, url)
      if (visited.kind === 'refused' && visited.isPassing) throw new PassingRefusal(visited)
      return visited
    })
  } catch (error) {
    if (error instanceof PassingRefusal) return error.refusal
    throw error
  }
}

/** Twice as many as are wanted: some will turn out to be nothing. */
function linksOf({ facts }: FetchedPage, maxPages: number, skipped: SkippedPage[]): readonly string[] {
  const links = importantLinks(facts.linksIn, facts.url, (maxPages - 1) * 2)
  if (!facts.robots.includes('nofollow') && !facts.robots.includes('none')) return links
  skipped.push(
    ...links.map((url) => ({ url, reason: 'the page that links to it asks that its links are not followed' })),
  )
  return []
}

function whyNot({ facts }: FetchedPage, pages: readonly FetchedPage[]): string | undefined {
  if (pages.some((page) => page.facts.url === facts.url)) return 'it leads to a page that was read already'
  if (hostOf(facts.url) !== hostOf(pages[0]!.facts.url)) return 'it leads to another site'
  return undefined
}
