import { defineSource, type SourceDefinition, type SourceOptions } from 'pawl'
import type { SiteOptions, StandIn } from './site-options.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Each host is a source of its own, made when it is first asked for. Private addresses: the stand-in for made-up sites alone. */
export function siteSources({ userAgent, requestsPerMinute = 60, standIn }: SiteOptions): readonly SourceDefinition[] {
  const shared = {
    requestsPerMinute,
    burst: 5,
    maxDeferrals: 100,
    // of robots.txt: pages are asked for anew in each run
    cache: { ttlMs: dayMs, staleIfErrorMs: 0, maxBytes: 64 * 1024 * 1024 },
    userAgent,
  }
  return [defineSource({ name: 'site:*', ...shared }), ...(standIn === undefined ? [] : [madeUpSites(standIn, shared)])]
}

function madeUpSites({ url }: StandIn, shared: Omit<SourceOptions, 'name'>): SourceDefinition {
  return defineSource({ name: 'made-up-site:*', allowPrivate: [new URL(url).origin], ...shared })
}

/** The longest name that a source can have, without what stands before the host. */
const longestHost = 180

/** The name of the source of a site, by its address. */
export function siteSourceOf(url: string, standIn?: StandIn): string {
  const { host } = new URL(url)
  const named = host.length > longestHost ? host.slice(-longestHost) : host
  return `${isMadeUp(url, standIn) ? 'made-up-site' : 'site'}:${named}`
}

export function isMadeUp(url: string, standIn: StandIn | undefined): boolean {
  return standIn !== undefined && new URL(url).hostname.endsWith(`.${standIn.domain}`)
}

/** Where a page is asked from: its own address, but for made-up ones. */
export function addressOf(url: string, standIn: StandIn | undefined): string {
  if (standIn === undefined || !isMadeUp(url, standIn)) return url
  const { hostname, pathname, search } = new URL(url)
  return `${standIn.url}/${hostname}${pathname}${search}`
}
