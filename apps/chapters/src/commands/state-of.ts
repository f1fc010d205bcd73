import type { ListedSource } from '../tables/listed-series.ts'

/** How the polls of a series at a source get on, in a word or two. */
export function stateOf({ pausedAt, closedUntil, failureCount, lastSuccessAt, tier }: ListedSource): string {
  if (pausedAt !== null) return 'paused'
  if (closedUntil !== null) return 'closed off'
  if (failureCount > 0) return `${tier}, ${failureCount} failed`
  return lastSuccessAt === null ? `${tier}, new` : tier
}
