import { ProblemError } from '@pawl/server/routes'
import type { JobId, Pawl, Tx } from 'pawl'
import { reopenSeries } from '../tables/followed-series.ts'
import { findSeries, type ListedSource } from '../tables/listed-series.ts'
import { tierPriority } from '../tier/tier-priority.ts'
import { enqueueAsked } from './enqueue-asked.ts'
import { unknownSeries } from './not-found.ts'
import type { PeopleOptions } from './people-options.ts'

export type EnqueuedPoll = {
  readonly seriesSourceId: number
  readonly jobId: JobId
  /** Somebody has asked for the same, and it has not ended. */
  readonly isDuplicate: boolean
}

/** Polls a series at all of its sources now, each by the urgency of its tier. */
export async function pollNow(
  { pawl, db }: { readonly pawl: Pawl; readonly db: Tx },
  { sources, pollSource }: PeopleOptions,
  seriesId: number,
): Promise<EnqueuedPoll[]> {
  const series = await findSeries(db, seriesId)
  if (series === undefined) throw unknownSeries(seriesId)
  const polled = series.sources.filter(({ pausedAt }) => pausedAt === null)
  if (polled.length === 0) {
    throw new ProblemError(409, 'series-paused', `series ${seriesId} is paused; resume it, and it is polled`)
  }
  await reopenSeries(db, seriesId)
  const poll = async ({ id, source, sourceId, tier }: ListedSource): Promise<EnqueuedPoll> => {
    const asked = sources.all.find(({ name }) => name === source)?.sourceOf(sourceId)
    const options = {
      priority: tierPriority[tier],
      key: `poll-${id}-now`,
      ...(asked === undefined ? {} : { source: asked }),
    }
    const { id: jobId, duplicate } = await enqueueAsked(pawl, pollSource, { seriesSourceId: id }, options)
    return { seriesSourceId: id, jobId, isDuplicate: duplicate }
  }
  return Promise.all(polled.map(poll))
}
