import type { FetchAnswer } from 'pawl'
import { decodePage } from '../../page/decode-page.ts'
import type { Refusal } from '../../page/site-facts.ts'
import { maxRobotsLength, parseRobots } from '../../robots/parse-robots.ts'
import type { Robots } from '../../robots/robots.ts'
import type { Ask, SiteOptions } from '../site-options.ts'
import { addressOf, siteSourceOf } from '../site-sources.ts'
import { locationOf } from './location-of.ts'
import { refusalOfError, refusalOfSite, refused } from './refusals.ts'

export type FoundRobots = { readonly kind: 'robots'; readonly isPresent: boolean; readonly robots: Robots }

const everything: FoundRobots = { kind: 'robots', isPresent: false, robots: { groups: [], sitemaps: [] } }
/** As many as RFC 9309 asks for; who redirects more often has none. */
const mostRedirects = 5
const dayMs = 24 * 60 * 60 * 1000
/** Read whole and then cut: rather that than none of a file that is too long. */
const mostBytes = 20 * maxRobotsLength

/**
 * The robots.txt of each host of a run. 4xx: everything is allowed. 5xx and no answer: nothing is, as RFC 9309 asks. The engine keeps
 * them for all workers, for a day at the most: the key of what is kept names the day, whatever the file says of itself.
 */
export class RobotsBook {
  readonly #ask: Ask
  readonly #options: SiteOptions
  readonly #day: number
  readonly #found = new Map<string, Promise<FoundRobots | Refusal>>()

  constructor(ask: Ask, options: SiteOptions, now: number) {
    this.#ask = ask
    this.#options = options
    this.#day = Math.floor(now / dayMs)
  }

  for(url: string): Promise<FoundRobots | Refusal> {
    const { origin } = new URL(url)
    const known = this.#found.get(origin)
    if (known !== undefined) return known
    const asked = this.#fetch(origin)
    this.#found.set(origin, asked)
    return asked
  }

  async #fetch(origin: string): Promise<FoundRobots | Refusal> {
    let url = `${origin}/robots.txt`
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const refusal = refusalOfSite(url, this.#options.standIn)
      if (refusal !== undefined) return refusal
      const answer = await this.#askFor(url, redirects === 0)
      if ('kind' in answer) return answer
      const next = locationOf(answer, url)
      if (next === undefined) return read(answer)
      url = next
    }
    return everything
  }

  async #askFor(url: string, isFirst: boolean): Promise<FetchAnswer | Refusal> {
    const { standIn, timeoutMs = 15_000 } = this.#options
    const kept = isFirst ? { cacheKey: `robots ${this.#day} ${new URL(url).protocol}` } : { cache: false }
    try {
      return await this.#ask(addressOf(url, standIn), {
        source: siteSourceOf(url, standIn),
        redirect: 'manual',
        maxBytes: mostBytes,
        timeoutMs,
        ...kept,
      })
    } catch (error) {
      const refusal = refusalOfError(error, url)
      if (refusal === undefined) throw error
      return refusal.code === 'private-address' ? refusal : unreachable(url, refusal)
    }
  }
}

function unreachable(url: string, { message, isPassing }: Refusal): Refusal {
  const { host } = new URL(url)
  const what = `robots.txt of ${host} could not be read, and so nothing else of it may be asked for`
  return refused('robots-unreachable', `${what}: ${message}`, isPassing)
}

function read(answer: FetchAnswer): FoundRobots {
  const isPresent = answer.status >= 200 && answer.status < 300
  if (!isPresent) return everything
  const text = decodePage(answer.body.subarray(0, maxRobotsLength), 'text/plain; charset=utf-8')
  return { kind: 'robots', isPresent, robots: parseRobots(text) }
}
