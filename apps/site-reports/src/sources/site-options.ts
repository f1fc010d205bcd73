import type { FetchAnswer, FetchOptions } from 'pawl'

/** `job.fetch`: all calls to the outside go through it, so that limits, circuits and caches hold. */
export type Ask = (url: string | URL, options?: FetchOptions) => Promise<FetchAnswer>

/** `job.step`: what it returned once is not done again. */
export type Step = <T>(name: string, run: () => Promise<T>) => Promise<T>

/** Made-up sites: all hosts below a domain are asked from one address, `${url}/${host}/path`, and no others inside of the network. */
export type StandIn = {
  /** Best one that nobody can own: `example` stands for all hosts that end in `.example`. */
  readonly domain: string
  readonly url: string
}

export type SiteOptions = {
  /** Says who asks; the letters it begins with are what a robots.txt calls it. */
  readonly userAgent: string
  /** With the one that was asked for; 5 unless said otherwise. */
  readonly maxPages?: number
  /** Of one page; 2 MiB unless said otherwise. */
  readonly maxPageBytes?: number
  /** Of one request; 15 s unless said otherwise. */
  readonly timeoutMs?: number
  /** Of one host; 60 unless said otherwise. */
  readonly requestsPerMinute?: number
  readonly standIn?: StandIn
}
