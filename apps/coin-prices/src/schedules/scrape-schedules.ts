import { defineSchedule, type ScheduleDefinition, type Tx } from 'pawl'
import type { collectJob } from '../jobs/collect.ts'
import type { CoinPricesSettings } from '../options.ts'
import type { CoinSource } from '../sources/coin-source.ts'
import { takeDuePairs } from '../tables/collections.ts'
import { addScheduledScrapes, type ScrapeToEnqueue, scrapesToTakeUp, setScrapeJobs } from '../tables/scrape-jobs.ts'

export type ScrapeSchedulesParts = {
  readonly collect: ReturnType<typeof collectJob>
  readonly sources: readonly CoinSource[]
  readonly settings: Pick<CoinPricesSettings, 'collecting'>
}

/** Enqueues the rows of scrape_job: those that the schedule adds for pairs that are due, and those that other programs insert. */
export function scrapeSchedules(parts: ScrapeSchedulesParts): readonly ScheduleDefinition[] {
  const { collect, sources, settings } = parts
  const known = new Set(sources.map(({ name }) => name))
  const { takeUpEveryMs, checkEveryMs, batch } = settings.collecting
  // without a key: the transaction that enqueues the job of a row holds the row, and writes the job's id into it
  const common = {
    job: collect,
    batch,
    body: ({ id }: ScrapeToEnqueue) => ({ scrapeJobId: id }),
    // a source that this process does not know has no lane to wait in: its job fails and says why
    options: ({ source }: ScrapeToEnqueue) => (source !== null && known.has(source) ? { source } : {}),
    enqueued: setScrapeJobs,
  }
  return [
    defineSchedule({ ...common, name: 'coins.take-up', everyMs: takeUpEveryMs, due: scrapesToTakeUp }),
    defineSchedule({
      ...common,
      name: 'coins.collect-due',
      everyMs: checkEveryMs,
      due: (tx, limit) => addDue(tx, limit, parts),
    }),
  ]
}

/** Pairs that are not wanted are put off and give no row, so it reads on until the batch is full or no pair is due. */
async function addDue(tx: Tx, limit: number, { sources, settings }: ScrapeSchedulesParts): Promise<ScrapeToEnqueue[]> {
  const named = new Map(sources.map((source) => [source.name, source]))
  const names = [...named.keys()]
  const added: ScrapeToEnqueue[] = []
  while (added.length < limit) {
    const { everyMs } = settings.collecting
    const pairs = await takeDuePairs(tx, { sources: names, everyMs, limit: limit - added.length })
    if (pairs.length === 0) break
    const wanted = pairs.filter(({ isWanted, source, coin }) => isWanted && !named.get(source)?.whyNot(coin))
    added.push(...(await addScheduledScrapes(tx, wanted)))
  }
  return added
}
