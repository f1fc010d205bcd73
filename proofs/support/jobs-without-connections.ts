import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPawl } from 'pawl'
import type { Log } from '../proof.ts'
import { connectionJobs, hasFollowUp, hasStep } from './connection-jobs.ts'
import type { ConnectionWorkerArguments } from './connection-worker.ts'
import { EffectBook, type EffectRow, type SucceededRow } from './effect-book.ts'
import { feed } from './feed.ts'
import { ProofServer } from './proof-server.ts'
import { ServerFiller } from './server-filler.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type JobsWithoutConnections = {
  readonly counts: {
    readonly jobs: number
    readonly succeeded: number
    readonly deadLetters: number
    readonly attemptsUsed: number
    readonly lost: number
    readonly doubled: number
  }
  /** Deferrals while the server was full, and while it was restarted. */
  readonly deferred: { readonly full: number; readonly restarts: number }
  readonly unfinished: number
  readonly workersEnded: number
}

const jobs = 4_000
const workers = 2
const fullMs = 20_000
const cutEveryMs = 2_000
const restarts = 10
/** The share of the jobs that may be enqueued before the server is full, and until the restarts begin. */
const shares = { before: 0.05, full: 0.3 }
const limitMs = 60_000
/** A deferral takes 45 s at most. A lease that was lost with PostgreSQL is reclaimed after a minute. */
const drainMs = 100_000

/** Runs jobs with one attempt while the server is full, and while PostgreSQL is restarted, and counts what became of them. */
export async function jobsWithoutConnections(log: Log, signal: AbortSignal): Promise<JobsWithoutConnections> {
  log('starting a PostgreSQL of the proof itself')
  const server = await ProofServer.start()
  const { url } = server
  const { effect, followUp } = connectionJobs()
  const book = new EffectBook(url)
  const pawl = createPawl({ url, jobs: [effect, followUp] })
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./connection-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): ConnectionWorkerArguments => ({ url, name }),
  })
  const load = { share: shares.before }
  const faults = { server, book, fleet, load, log, signal }
  try {
    await pawl.migrate()
    await book.open()
    log(`${workers} workers run ${jobs} jobs with one attempt`)
    fleet.start()
    const allowed = () => Math.ceil(load.share * jobs)
    const [fed, deferred] = await Promise.all([
      feed({ pawl, job: effect, total: jobs, allowed, signal }),
      causeFaults(faults),
    ])
    log('all jobs are accepted and PostgreSQL stays up; waiting for the rest')
    await until(async () => (await book.unfinished()) === 0, { signal, withinMs: drainMs, everyMs: 500 })
    const unfinished = await book.unfinished()
    await fleet.end()
    const effects = await book.effects()
    const counts = { ...count(fed.accepted, effects, await book.succeeded()), ...(await book.failures()) }
    const { jobs: accepted, succeeded, deadLetters, attemptsUsed, lost, doubled } = counts
    return {
      counts: { jobs: accepted, succeeded, deadLetters, attemptsUsed, lost, doubled },
      deferred,
      unfinished,
      workersEnded: fleet.ended,
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close()])
    await server.close()
  }
}

/** Jobs whose enqueue was not acknowledged may have run or not; their effects must not be doubled either. */
function count(accepted: readonly number[], effects: readonly EffectRow[], succeeded: readonly SucceededRow[]) {
  const names = (rows: readonly { type: string; n: number }[]) => new Set(rows.map(({ type, n }) => `${type} ${n}`))
  const [written, ended] = [names(effects), names(succeeded)]
  const followUps = accepted.filter(hasFollowUp).map((n) => `follow-up ${n}`)
  const jobs = [...accepted.map((n) => `effect ${n}`), ...followUps]
  const wanted = [...jobs, ...accepted.filter(hasStep).map((n) => `step ${n}`)]
  return {
    jobs: jobs.length,
    succeeded: jobs.filter((job) => ended.has(job)).length,
    lost: wanted.filter((effect) => !written.has(effect)).length,
    doubled: effects.reduce((sum, row) => sum + row.effects - 1, 0),
  }
}

type Faults = {
  readonly server: ProofServer
  readonly book: EffectBook
  readonly fleet: WorkerFleet
  /** The share of the jobs that may be enqueued. */
  readonly load: { share: number }
  readonly log: Log
  readonly signal: AbortSignal
}

async function causeFaults(faults: Faults): Promise<JobsWithoutConnections['deferred']> {
  const { book, load } = faults
  await fillServer(faults)
  const full = await book.deferred()
  for (let i = 1; i <= restarts; i++) {
    load.share = shares.full + (i * (1 - shares.full)) / restarts
    await restart(faults, i)
  }
  return { full, restarts: (await book.deferred()) - full }
}

async function fillServer({ server, fleet, book, load, log, signal }: Faults): Promise<void> {
  await until(() => fleet.allStarted, { signal, withinMs: limitMs })
  await until(async () => ((await book.count()) ?? 0) > 0, { signal, withinMs: limitMs })
  const filler = new ServerFiller(server.url)
  try {
    await filler.fill()
    log(`the server is full: ${filler.held} of its connections are taken`)
    for (let elapsedMs = 0; elapsedMs < fullMs; elapsedMs += cutEveryMs) {
      load.share = shares.before + ((shares.full - shares.before) * elapsedMs) / fullMs
      // in the middle the workers lose the connections by which they settle, too
      const isHalf = elapsedMs === fullMs / 2
      await filler.cut(['pawl commit', ...(isHalf ? ['pawl settle', 'pawl general', 'pawl claim'] : [])])
      await pause(cutEveryMs, undefined, { signal })
    }
  } finally {
    await filler.release()
  }
  log('the server takes connections again')
}

/** Strikes while jobs run: every second time with `kill -9`. Resolves when a job has had its effect on the new server. */
async function restart({ server, book, log, signal }: Faults, number: number): Promise<void> {
  const patient = { signal, withinMs: limitMs, everyMs: 100 }
  const before = (await until(() => book.count(), patient)) ?? 0
  await until(async () => ((await book.count()) ?? 0) > before, patient)
  const struckAt = new Date()
  const isKilled = number % 2 === 0
  await (isKilled ? server.kill() : server.shutDown())
  const first = await until(() => book.firstByServerAfter(struckAt), patient)
  const how = isKilled ? 'killed with -9' : 'shut down'
  log(
    `restart ${number}: ${how}, ${first === undefined ? 'and no effect since' : `effects again after ${first.getTime() - struckAt.getTime()} ms`}`,
  )
}
