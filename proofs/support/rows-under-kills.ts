import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPawl, type Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import { KillPlan } from './kill-plan.ts'
import { type EffectTally, PipelineBook } from './pipeline-book.ts'
import type { PipelineWorkerArguments } from './pipeline-worker.ts'
import { phaseNames, placesOf, proofPhases } from './proof-pipelines.ts'
import { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type RowsResult = EffectTally & {
  readonly rows: number
  readonly kills: number
  readonly fewestKills: number
  readonly restarts: number
  /** Effects of a second run, after so many rows were added. */
  readonly secondRun: number
  readonly added: number
  readonly crowd: { readonly processes: number; readonly started: number; readonly working: number } & EffectTally
  readonly peakHeapMb: number
  readonly workersEnded: number
}

const workers = 3
const rows = 6_000
const added = 250
const killsEach = 4
const processes = 10
const patienceMs = 150_000
/** No kill comes later, so that the run has the time to end on a slow machine. */
const killsForMs = 110_000
const script = fileURLToPath(new URL('./pipeline-worker.ts', import.meta.url))
const scan = proofPhases()

/** Lets several processes go through phases over one subject, and kills with -9 the one that does, in every phase. */
export async function rowsUnderKills(log: Log, signal: AbortSignal): Promise<RowsResult> {
  log('starting a PostgreSQL of my own')
  const server = await ProofServer.start()
  const { url } = server
  const pawl = createPawl({ url, jobs: [], pipelines: [scan] })
  const book = new PipelineBook(url)
  const places = placesOf(phaseNames)
  const plan = new KillPlan(places, killsEach)
  let startedAt = performance.now()
  // one phase comes after the other: on a slow machine the first ones must leave some of the time for kills to the last
  const timeIsShort = (place: string) =>
    performance.now() - startedAt > (killsForMs * (places.indexOf(place) + 1)) / places.length
  let peakHeapMb = 0
  const fleet = new WorkerFleet({
    script,
    size: workers,
    argument: (name): PipelineWorkerArguments => ({ url, name, silenceMs: 1_500 }),
    onMessage(worker, message) {
      if (message.kind !== 'inside') return
      peakHeapMb = Math.max(peakHeapMb, message.heapMb)
      if (!worker.works || !plan.take(message.place, timeIsShort(message.place))) return
      void fleet.replace(worker)
      log(`killed ${worker.name} with -9 inside of '${message.place}'`)
    },
  })
  try {
    await pawl.migrate()
    await book.open()
    await book.fill('library', 1, rows)
    log(`${workers} workers go through ${phaseNames.length} phases over ${rows} rows`)
    fleet.start()
    await pawl.pipelines.start(scan, 'library', { input: { run: 1 } })
    let restarts = 0
    startedAt = performance.now()
    const isOver = await until(
      async () => {
        plan.armed = fleet.working.length > 1 && performance.now() < startedAt + killsForMs
        const run = await pawl.pipelines.get(scan, 'library')
        // a run that three workers died with is started again, as a person would
        if (run?.state === 'failed') {
          await pawl.pipelines.start(scan, 'library', { input: { run: 1 } })
          restarts++
        }
        return run?.state === 'done'
      },
      { signal, withinMs: patienceMs },
    )
    plan.armed = false
    if (!isOver) throw new Error(`the first run was not done within ${patienceMs} ms, after ${plan.kills} kills`)
    log(`the first run is done after ${plan.kills} kills; ${added} rows more, and a second run`)
    await book.fill('library', rows + 1, rows + added)
    await pawl.pipelines.start(scan, 'library', { input: { run: 2 } })
    await isDone(pawl, 'library', signal)
    await fleet.end()
    const secondRun = await book.effectsOf(2)
    const tally = await book.tally('library', phaseNames)
    const crowd = await crowded(url, pawl, book, log, signal)
    return {
      ...{ rows: (rows + added) * phaseNames.length, ...tally, kills: plan.kills, fewestKills: plan.fewest },
      ...{ restarts, secondRun, added: added * phaseNames.length, crowd, peakHeapMb, workersEnded: fleet.ended },
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close()])
    await server.close()
  }
}

/** Ten processes start a run over the same subject: one of them works. */
async function crowded(url: string, pawl: Pawl, book: PipelineBook, log: Log, signal: AbortSignal) {
  const [working, answers] = [new Set<string>(), [] as boolean[]]
  await book.fill('crowd', 1, 1_000)
  log(`${processes} processes start a run over one subject`)
  const fleet = new WorkerFleet({
    script,
    size: processes,
    // none of them may be given up while the others are starting
    argument: (name): PipelineWorkerArguments => ({ url, name, silenceMs: 120_000, start: 'crowd' }),
    onMessage(worker, message) {
      if (message.kind === 'started') answers.push(message.started)
      if (message.kind === 'run' && message.subject === 'crowd') working.add(worker.name)
    },
  })
  try {
    fleet.start()
    await until(() => answers.length === processes, { signal, withinMs: patienceMs })
    await isDone(pawl, 'crowd', signal)
    const started = answers.filter((each) => each).length
    return { processes, started, working: working.size, ...(await book.tally('crowd', phaseNames)) }
  } finally {
    await fleet.killAll()
    await pause(0)
  }
}

async function isDone(pawl: Pawl, subject: string, signal: AbortSignal): Promise<void> {
  const withinMs = patienceMs
  const look = async () => (await pawl.pipelines.get(scan, subject))?.state === 'done'
  if (!(await until(look, { signal, withinMs }))) {
    throw new Error(`the run over '${subject}' was not done within ${withinMs} ms`)
  }
}
