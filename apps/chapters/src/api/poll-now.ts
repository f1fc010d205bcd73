import { ProblemError } from '@pawl/app'
import type { JobId, Pawl, Tx } from 'pawl'
import { reopenSeries } from '../tables/followed-series.ts'
import { findSeries, type ListedSource } from '../tables/listed-series.ts'
import { awaitPolls, clock } from '../tables/series-sources.ts'
import { tierPriority } from '../tier/tier-priority.ts'
import type { ApiOptions } from './api-options.ts'
import { enqueueAsked } from './enqueue-asked.ts'
import { unknownSeries } from './not-found.ts'

export type EnqueuedPoll = {
  readonly seriesSourceId: number
  readonly jobId: JobId
  /** Such a poll was enqueued before and has not ended. */
  readonly isDuplicate: boolean
}

/**
 * Polls a series now, at all of its sources or at some, each with the priority of its tier. The schedule enqueues no second poll
 * beside it: the poll sets the time of the next one when it ends.
 */
export async function pollNow(
  { pawl, db }: { readonly pawl: Pawl; readonly db: Tx },
  { sources, pollSource, polling }: ApiOptions,
  seriesId: number,
  only?: readonly number[],
): Promise<EnqueuedPoll[]> {
  const series = await findSeries(db, seriesId)
  if (series === undefined) throw unknownSeries(seriesId)
  const polled = series.sources.filter(({ id, pausedAt }) => pausedAt === null && (only?.includes(id) ?? true))
  if (polled.length === 0) {
    throw new ProblemError(409, 'series-paused', `series ${seriesId} is paused; resume it, and it is polled`)
  }
  await reopenSeries(db, seriesId)
  const since = await clock(db)
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
  const polls = await Promise.all(polled.map(poll))
  const ids = polled.map(({ id }) => id)
  await awaitPolls(db, ids, { since, lostAfterMs: polling.lostAfterMs })
  return polls
}
