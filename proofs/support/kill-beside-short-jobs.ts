import { setTimeout as pause } from 'node:timers/promises'
import type { Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import type { BlastBook } from './blast-book.ts'
import { type blastJobs, longMs } from './blast-jobs.ts'
import { until } from './until.ts'
import type { WorkerFleet } from './worker-fleet.ts'
import type { WorkerProcess } from './worker-process.ts'

export type BlastCounts = {
  readonly kills: number
  readonly shortJobs: number
  readonly shortP99Ms: number
  readonly longestGapMs: number
  readonly longJobs: number
  readonly lost: number
  readonly doubled: number
  readonly poisonedInnocent: number
}

export type BlastResult = BlastCounts & {
  /** From the last kill until the last long job had ended. */
  readonly untilLongEndedMs: number
  readonly reclaimed: number
}

export type BlastOptions = {
  readonly pawl: Pawl
  readonly jobs: ReturnType<typeof blastJobs>
  readonly book: BlastBook
  readonly fleet: WorkerFleet
  readonly kills: number
  readonly log: Log
  readonly signal: AbortSignal
}

const longPerWorker = 10
const workers = 3
const shortEveryMs = 100
const betweenKillsMs = 2_000
const startMs = 60_000
const endMs = 150_000

/** Long jobs fill all workers, short ones come every 100 ms, and workers are killed, each time the one that runs most long jobs. */
export async function killBesideShortJobs(options: BlastOptions): Promise<BlastResult> {
  const { pawl, jobs, book, fleet, kills, log, signal } = options
  const reclaimedBefore = fleet.reclaimed
  const longIds = (await pawl.enqueueMany(jobs.long, Array(longPerWorker * workers).fill({}))).map(({ id }) => id)
  const allRun = async () => {
    const running = await book.runningBy(longIds)
    return fleet.working.length === workers && running.reduce((sum, { jobs }) => sum + jobs, 0) === longIds.length
  }
  if (!(await until(allRun, { signal, withinMs: startMs }))) throw new Error('the long jobs did not start')
  const stopping = new AbortController()
  const shorts = enqueueShort(options, stopping.signal)
  await pause(1_000, undefined, { signal })
  log(`${longIds.length} jobs of ${longMs / 1000} s run on ${workers} workers; killing ${kills} of them`)
  for (let i = 0; i < kills; i++) {
    if (i > 0) await pause(betweenKillsMs, undefined, { signal })
    const victim = await until(() => busiest(fleet, book, longIds), { signal, withinMs: startMs, everyMs: 100 })
    if (victim === undefined) throw new Error('there was no worker to kill')
    await fleet.replace(victim)
  }
  const lastKillAt = performance.now()
  await until(async () => (await book.unfinished(longIds)) === 0, { signal, withinMs: endMs })
  const untilLongEndedMs = Math.round(performance.now() - lastKillAt)
  stopping.abort()
  const shortIds = await shorts
  await until(async () => (await book.unfinished(shortIds)) === 0, { signal, withinMs: startMs })
  const fates = await book.fates([...longIds, ...shortIds])
  return {
    kills,
    shortJobs: shortIds.length,
    shortP99Ms: Math.round(p99(await book.latencies(shortIds))),
    longestGapMs: await book.longestGapMs(shortIds),
    longJobs: longIds.length,
    lost: fates.lost,
    doubled: fates.doubled,
    poisonedInnocent: fates.poisoned,
    untilLongEndedMs,
    reclaimed: fleet.reclaimed - reclaimedBefore,
  }
}

/** The worker that runs most of these jobs, unless it is the last one that works. */
async function busiest(
  fleet: WorkerFleet,
  book: BlastBook,
  ids: readonly string[],
): Promise<WorkerProcess | undefined> {
  if (fleet.working.length < 2) return undefined
  const running = await book.runningBy(ids)
  return running
    .map(({ worker }) => fleet.working.find(({ name }) => name === worker))
    .find((found) => found !== undefined)
}

/** Returns the ids of all short jobs, once it is stopped. */
async function enqueueShort({ pawl, jobs, signal }: BlastOptions, stop: AbortSignal): Promise<string[]> {
  const enqueued: Promise<{ readonly id: string }>[] = []
  while (!stop.aborted && !signal.aborted) {
    enqueued.push(pawl.enqueue(jobs.short, {}))
    await pause(shortEveryMs)
  }
  return (await Promise.all(enqueued)).map(({ id }) => id)
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}
