import { defineJob, PermanentError } from 'pawl'
import { z } from 'zod'
import { importSeries } from '../poll/import-series.ts'
import { isFaultOfSeries } from '../poll/is-fault-of-series.ts'
import { lookForNews } from '../poll/look-for-news.ts'
import type { PollJob, PollParts, PollResult } from '../poll/poll-parts.ts'
import { findSeriesSource, putOff, recordFailure, type SeriesSource } from '../tables/series-sources.ts'
import { planAfterFailure } from '../tier/plan-after-failure.ts'

const body = z.object({ seriesSourceId: z.number().int().positive() })

/**
 * Asks a source what it has of a series. The first time all of it is imported at once; from then on what is new is handed on,
 * chapter by chapter. Whoever enqueues it names the source and the key: a body refers to a row, and says neither.
 */
export function pollSource(parts: PollParts) {
  return defineJob({
    type: 'source.poll',
    queue: 'poll-source',
    body,
    retry: { attempts: 3 },
    // a first import waits for its share of the source's limit at each page
    timeoutMs: 15 * 60_000,
    run: (job) => poll(job, parts),
  })
}

async function poll(job: PollJob, parts: PollParts): Promise<PollResult> {
  const result = await pollOnce(job, parts)
  // the row has been read for the first time by another poll, and says so now
  return result === 'overtaken' ? poll(job, parts) : result
}

async function pollOnce(job: PollJob, parts: PollParts): Promise<PollResult | 'overtaken'> {
  const row = await job.transaction((tx) => findSeriesSource(tx, job.body.seriesSourceId))
  if (row === undefined) return { status: 'skipped', reason: 'source_deleted' }
  if (row.closedUntil !== null) return closed(job, row.id, row.closedUntil)
  const source = parts.sources.named(row.sourceName)
  if (source === undefined) throw new PermanentError(noSuchSource(row, parts))
  try {
    const look = row.lastSuccessAt === null ? importSeries : lookForNews
    return (await look(job, row, source, parts)) ?? (await gone(job, row, parts))
  } catch (error) {
    if (isFaultOfSeries(error, job)) await countFailure(job, row, error, parts)
    throw error
  }
}

/** After failures in a row it is left alone, unless a person has opened it again. */
async function closed(job: PollJob, id: number, until: Date): Promise<PollResult> {
  return job.commit(async (tx): Promise<PollResult> => {
    await putOff(tx, id, { nextCheckAt: until })
    return { status: 'skipped', reason: 'circuit_breaker_open' }
  })
}

/** The source has no such series, or no longer. It may come back: a look a day finds out. */
async function gone(job: PollJob, row: SeriesSource, { settings }: PollParts): Promise<PollResult> {
  return job.commit(async (tx): Promise<PollResult> => {
    const nextCheckAt = new Date(row.now.getTime() + settings.failures.retryMs)
    await putOff(tx, row.id, { tier: 'COLD', nextCheckAt, because: 'the source has no such series, or no longer' })
    return { status: 'skipped', reason: 'source_deleted' }
  })
}

async function countFailure(job: PollJob, row: SeriesSource, error: unknown, { settings }: PollParts): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  await job.transaction(async (tx) => {
    const now = await findSeriesSource(tx, row.id)
    if (now !== undefined) {
      await recordFailure(tx, row.id, planAfterFailure(now.failureCount, now.now, settings.failures), message)
    }
  })
}

function noSuchSource({ id, sourceName }: SeriesSource, { sources }: PollParts): string {
  return `series_source ${id} is of the source '${sourceName}', which this release does not know; it knows ${sources.all.map(({ name }) => name).join(', ')}`
}
