import { opdsType } from './media-types.ts'
import type { OpdsLink } from './opds-feed.ts'

export type FeedKind = 'navigation' | 'acquisition'

/** What every feed links to: itself, the first one, the search, and its next page where there is one. */
export function opdsLinks(base: string, kind: FeedKind, self: string, next?: string | null): OpdsLink[] {
  const type = opdsType[kind]
  return [
    { rel: 'self', href: `${base}${self}`, type },
    { rel: 'start', href: base, type: opdsType.navigation },
    { rel: 'search', href: `${base}/search.xml`, type: opdsType.search },
    ...(next ? [{ rel: 'next', href: `${base}${withAfter(self, next)}`, type }] : []),
  ]
}

function withAfter(self: string, after: string): string {
  return `${self}${self.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`
}
