import { fileURLToPath } from 'node:url'
import { createPawl, type Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import { Chaos } from './chaos.ts'
import { EffectBook } from './effect-book.ts'
import { effectJobs } from './effect-jobs.ts'
import type { EffectWorkerArguments } from './effect-worker.ts'
import { feed } from './feed.ts'
import { planChaos } from './plan-chaos.ts'
import { ProofServer } from './proof-server.ts'
import { type Tallies, tally } from './tally.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type EffectsResult = Tallies & {
  readonly kills: number
  readonly stops: number
  readonly postgresKills: number
  readonly recoveryMs: number | null
  readonly reclaimed: number
  readonly refusedCommits: number
  readonly poisoned: number
  readonly workersEnded: number
}

const jobs = 20_000
const workers = 3
const acts = { kills: 14, stops: 7 }
/** Jobs may be ahead of the acts by this share, so that the work cannot be over before them. */
const leeway = 0.1
/** Counted from the last act. A lease whose reply was lost with PostgreSQL is taken back after a minute. */
const drainMs = 120_000

/** Runs jobs with countable effects on several worker processes while these, and PostgreSQL, are killed and stopped. */
export async function effectsUnderChaos(fenced: boolean, log: Log, signal: AbortSignal): Promise<EffectsResult> {
  log('starting a PostgreSQL of my own')
  const server = await ProofServer.start()
  const { url } = server
  const { effect, followUp } = effectJobs()
  const book = new EffectBook(url)
  const pawl = createPawl({ url, jobs: [effect, followUp] })
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./effect-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): EffectWorkerArguments => ({ url, name, fenced }),
  })
  const chaos = new Chaos({ fleet, server, book, expected: 2 * jobs, random: Math.random, log, signal })
  try {
    await pawl.migrate()
    await book.open()
    log(`${workers} workers run ${jobs} jobs, each with one follow-up, the fence ${fenced ? 'on' : 'off'}`)
    fleet.start()
    const allowed = () => Math.ceil((chaos.reached + leeway) * jobs)
    const [fed] = await Promise.all([
      feed({ pawl, job: effect, total: jobs, allowed, signal }),
      chaos.run(planChaos(acts, Math.random)),
    ])
    log(`all ${jobs} are accepted and nobody is killed any more; waiting for the rest`)
    const poisoned = await drain({ book, pawl, expected: 2 * jobs, signal })
    log('stopping the workers and counting')
    await fleet.end()
    const { kills, stops, postgresKills, recoveryMs = null } = chaos
    const { reclaimed, refused: refusedCommits, ended: workersEnded } = fleet
    const tallies = tally(fed, await book.effects(), await book.succeeded())
    const happened = { kills, stops, postgresKills, recoveryMs, reclaimed, refusedCommits, poisoned, workersEnded }
    return { ...tallies, ...happened }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close()])
    await server.close()
  }
}

type Draining = {
  readonly book: EffectBook
  readonly pawl: Pawl
  readonly expected: number
  readonly signal: AbortSignal
}

/**
 * Waits until no job is left to run, or the time is up. A job that happened to run alone on three workers that were killed
 * counts as poison; chance killed them and not the job, so it is replayed, and counted.
 */
async function drain({ book, pawl, expected, signal }: Draining): Promise<number> {
  let poisoned = 0
  const isDrained = async () => {
    const poison = await pawl.deadLetters.list({ reason: 'poison' })
    if (poison.length > 0) poisoned += (await pawl.deadLetters.replayMany(poison.map(({ id }) => id))).length
    return ((await book.count()) ?? 0) >= expected && (await book.unfinished()) === 0
  }
  await until(isDrained, { signal, withinMs: drainMs, everyMs: 250 })
  return poisoned
}
