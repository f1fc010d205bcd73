import { defineJob, exponential, type Job, PawlError, PermanentError, SourceDeferredError } from 'pawl'
import { z } from 'zod'
import type { Coin } from '../coin/coin.ts'
import { matcherFor } from '../listing/match-listing.ts'
import type { CoinPricesSettings } from '../options.ts'
import type { CoinSource } from '../sources/coin-source.ts'
import { readQueryParams } from '../sources/query-params.ts'
import { coinToCollect } from '../tables/coins.ts'
import { type FoundPoint, storePoints } from '../tables/price-points.ts'
import { type BegunScrape, beginScrape, succeedScrape } from '../tables/scrape-jobs.ts'
import { markStale } from '../tables/valuations.ts'
import { sharedToken } from './shared-token.ts'
import type { valueJob } from './value.ts'

const body = z.strictObject({ scrapeJobId: z.number().int().positive() })
type CollectJob = Job<z.output<typeof body>>

export type CollectParts = {
  readonly sources: readonly CoinSource[]
  readonly value: ReturnType<typeof valueJob>
  readonly settings: Pick<CoinPricesSettings, 'retry'>
}

export type CollectResult =
  | { readonly status: 'collected'; readonly listings: number; readonly written: number; readonly warnings: number }
  | { readonly status: 'skipped'; readonly reason: 'removed-or-done' }

/** Collects the prices of one coin from one source, and stores them with its own completion. */
export function collectJob(parts: CollectParts) {
  const { attempts, baseDelayMs } = parts.settings.retry
  return defineJob({
    type: 'coins.collect',
    queue: 'coin-collect',
    body,
    retry: { attempts, backoff: exponential({ firstMs: baseDelayMs, jitter: 0 }) },
    timeoutMs: 15 * 60_000,
    run: (job) => collect(job, parts),
  })
}

async function collect(job: CollectJob, parts: CollectParts): Promise<CollectResult> {
  const { scrapeJobId } = job.body
  const begun = await job.transaction((tx) => beginScrape(tx, scrapeJobId, job.id))
  if (begun === undefined) return { status: 'skipped', reason: 'removed-or-done' }
  const params = readQueryParams(begun.queryParams)
  const { coin, source, today } = await checked(job, begun, parts)
  const { points, warnings } = await found(job, source, { coin, params, today })
  for (const warning of warnings.slice(0, mostWarnings)) job.log.warn(warning, { source: source.name, scrapeJobId })
  const intakeId = begun.intakeId!
  return job.commit(async (tx): Promise<CollectResult> => {
    const origin = `scrape job ${scrapeJobId}`
    const written = await storePoints(tx, { intakeId, sourceId: begun.sourceId!, origin, points })
    await succeedScrape(tx, scrapeJobId)
    if (written > 0) {
      await markStale(tx, intakeId)
      await job.enqueue(parts.value, { intakeId })
    }
    return { status: 'collected', listings: points.length, written, warnings: warnings.length }
  })
}

/** More warnings of one job say nothing new. */
const mostWarnings = 20

/** The coin and the source of a row, which another program may have written. A retry mends neither. */
async function checked(job: CollectJob, { intakeId, sourceId }: BegunScrape, { sources }: CollectParts) {
  const { coin, source: name, today } = await job.transaction((tx) => coinToCollect(tx, intakeId, sourceId))
  if (coin === undefined) throw new PermanentError(`there is no coin ${intakeId}; add it, or correct intake_id`)
  if (name === undefined) throw new PermanentError(`there is no source ${sourceId}; see the ids in sources`)
  const source = sources.find((known) => known.name === name)
  if (source === undefined) {
    const known = sources.map((each) => each.name).join(', ') || 'none'
    throw new PermanentError(`${name}: this worker has no credentials for it (it knows: ${known}); set them`)
  }
  const why = source.whyNot(coin)
  if (why !== undefined) throw new PermanentError(`${name} cannot look for coin ${intakeId}: ${why}`)
  return { coin, source, today }
}

type Wanted = {
  readonly coin: Coin
  readonly params: ReturnType<typeof readQueryParams>
  readonly today: string
}

async function found(job: CollectJob, source: CoinSource, { coin, params, today }: Wanted) {
  const points: FoundPoint[] = []
  const warnings: string[] = []
  const match = matcherFor(coin)
  const ask = (url: string | URL, options = {}) => job.fetch(url, { source: source.name, ...options })
  const token = sharedToken(job, source.token)
  try {
    for await (const page of source.collect({ ask, token, coin, params, today })) {
      for (const listing of page.listings) points.push({ listing, match: match(listing) })
      warnings.push(...page.warnings)
    }
  } catch (error) {
    throw asAttempt(error)
  }
  return { points, warnings }
}

/**
 * A request that was sent and failed counts as an attempt of this job, so that its row says `retryable` and why. A request that could
 * not be sent, because of a limit, a pause or an open circuit, defers the job: its row says `pending`.
 */
function asAttempt(error: unknown): unknown {
  if (!(error instanceof SourceDeferredError) || (error.reason !== 'failed' && error.reason !== 'limited')) return error
  // without the cause, by which the engine would recognise a deferral
  return new PawlError(`source-${error.reason}`, `${error.source}: ${error.message}`)
}
