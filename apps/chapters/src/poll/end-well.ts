import type { Tx } from 'pawl'
import { publishedLately, recordSuccess, type Seen, type SeriesSource } from '../tables/series-sources.ts'
import { planAfterSuccess } from '../tier/plan-after-success.ts'
import type { PollParts } from './poll-parts.ts'

/** Records a poll that ended well, and when the next one comes: by what is known, and by what this one has just found. */
export async function endWell(
  tx: Tx,
  row: SeriesSource,
  seen: Seen,
  justFound: readonly Date[],
  { settings: { tiers } }: PollParts,
): Promise<void> {
  const known = await publishedLately(tx, row.id, Math.max(tiers.hot.withinMs, tiers.warm.withinMs), tiers.hot.chapters)
  await recordSuccess(tx, row.id, planAfterSuccess([...known, ...justFound], row.now, tiers), seen)
}
