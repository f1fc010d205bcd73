import type { FetchAnswer } from 'pawl'
import { cleanText } from '../../page/clean-text.ts'
import { cleanUrl } from '../../page/clean-url.ts'
import { decodePage } from '../../page/decode-page.ts'
import { extractPage } from '../../page/extract-page.ts'
import { TooComplexError } from '../../page/html-tree.ts'
import { isSoft404 } from '../../page/is-soft-404.ts'
import type { PageFacts } from '../../page/page-facts.ts'
import type { FetchedPage, Refusal } from '../../page/site-facts.ts'
import { isAllowed } from '../../robots/is-allowed.ts'
import type { Ask, SiteOptions } from '../site-options.ts'
import { addressOf, siteSourceOf } from '../site-sources.ts'
import { locationOf } from './location-of.ts'
import { refusalOfError, refusalOfSite, refused } from './refusals.ts'
import type { RobotsBook } from './robots-book.ts'

export type Visit = { readonly ask: Ask; readonly robots: RobotsBook; readonly options: SiteOptions }
export type Visited = { readonly kind: 'page'; readonly page: FetchedPage }

const mostRedirects = 8
/** A page that sends people on this soon is no page of its own. */
const soonSeconds = 10

/**
 * Asks for a page and goes where it leads, by redirect or by itself, one step after the other: each address is checked, the robots.txt
 * of its host is asked, and its host's own source is used.
 */
export async function visitPage(visit: Visit, askedUrl: string): Promise<Visited | Refusal> {
  const redirects: string[] = []
  for (let url = cleanUrl(askedUrl) ?? askedUrl; ; ) {
    const answer = await askFor(visit, url)
    if ('kind' in answer) return answer
    const read = locationOf(answer, url) ?? readPage(answer, url)
    if (typeof read !== 'string' && 'kind' in read) return read
    const next = typeof read === 'string' ? read : soonElsewhere(read)
    if (next === undefined) {
      const { status, durationMs, bytes } = answer
      const facts = read as PageFacts
      const rounded = Math.round(durationMs)
      const page = { askedUrl, status, redirects, durationMs: rounded, bytes, isSoft404: isSoft404(facts), facts }
      return { kind: 'page', page }
    }
    redirects.push(url)
    if (redirects.length > mostRedirects || redirects.includes(next)) {
      return refused('too-many-redirects', `${new URL(url).host} sends in circles, or more than ${mostRedirects} times`)
    }
    url = cleanUrl(next) ?? next
  }
}

function soonElsewhere({ refresh }: PageFacts): string | undefined {
  return refresh !== null && refresh.seconds <= soonSeconds ? refresh.url : undefined
}

async function askFor({ ask, robots, options }: Visit, url: string): Promise<FetchAnswer | Refusal> {
  const { standIn, userAgent, maxPageBytes = 2 * 1024 * 1024, timeoutMs = 15_000 } = options
  const refusal = refusalOfSite(url, standIn)
  if (refusal !== undefined) return refusal
  const found = await robots.for(url)
  if (found.kind === 'refused') return found
  const { pathname, search, host } = new URL(url)
  const agent = userAgent.split('/')[0]!
  if (!isAllowed(found.robots, agent, pathname + search)) {
    return refused('robots-disallowed', `robots.txt of ${host} does not allow ${agent} to read ${pathname}`)
  }
  try {
    return await ask(addressOf(url, standIn), {
      source: siteSourceOf(url, standIn),
      redirect: 'manual',
      cache: false,
      maxBytes: maxPageBytes,
      timeoutMs,
      headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1', 'accept-language': 'en,*;q=0.5' },
    })
  } catch (error) {
    const refusal = refusalOfError(error, url)
    if (refusal === undefined) throw error
    return refusal
  }
}

function readPage(answer: FetchAnswer, url: string): PageFacts | Refusal {
  const { status, headers, body } = answer
  const { host } = new URL(url)
  if (status < 200 || status >= 300) return refused('not-found', `${host} answered ${status}: there is nothing to read`)
  const contentType = headers.get('content-type')
  if (!isHtml(contentType, body)) {
    return refused(
      'not-html',
      `${host} sent ${cleanText(contentType?.split(';')[0] ?? 'something', 100)}, and only HTML can be read`,
    )
  }
  try {
    return extractPage(decodePage(body, contentType), url, Object.fromEntries(headers))
  } catch (error) {
    if (error instanceof TooComplexError)
      return refused('broken-page', `the page of ${host} cannot be read: ${error.message}`)
    throw error
  }
}

function isHtml(contentType: string | null, body: Uint8Array): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '') return type === 'text/html' || type === 'application/xhtml+xml'
  return /^\s*(<!doctype html|<html|<head|<body|<!--|<title|<meta)/i.test(decodePage(body.subarray(0, 512), null))
}
