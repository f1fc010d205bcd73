import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createPawl } from 'pawl'
import type { Log } from '../proof.ts'
import { KillPlan } from './kill-plan.ts'
import { type EffectTally, PipelineBook } from './pipeline-book.ts'
import type { PipelineWorkerArguments } from './pipeline-worker.ts'
import { placesOf, proofStages, stageNames } from './proof-pipelines.ts'
import { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type ItemsResult = EffectTally & {
  readonly rows: number
  readonly items: number
  readonly kills: number
  readonly fewestKills: number
  readonly retried: number
  readonly refusedSubmits: number
  readonly unfinished: number
  readonly peakHeapMb: number
  readonly workersEnded: number
}

const workers = 3
const items = 600
const killsEach = 5
const patienceMs = 120_000

/** Lets several processes move items through stages, and kills with -9 whoever is just working or moving one. */
export async function itemsUnderKills(log: Log, signal: AbortSignal): Promise<ItemsResult> {
  log('starting a PostgreSQL of my own')
  const server = await ProofServer.start()
  const { url } = server
  const report = proofStages()
  const pawl = createPawl({ url, jobs: [], pipelines: [report] })
  const book = new PipelineBook(url)
  const plan = new KillPlan(placesOf(stageNames), killsEach)
  let [peakHeapMb, retried, refusedSubmits] = [0, 0, 0]
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./pipeline-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): PipelineWorkerArguments => ({ url, name, silenceMs: 1_500 }),
    onMessage(worker, message) {
      if (message.kind !== 'inside') return
      peakHeapMb = Math.max(peakHeapMb, message.heapMb)
      if (!worker.works || !plan.take(message.place)) return
      void fleet.replace(worker)
      log(`killed ${worker.name} with -9 inside of '${message.place}'`)
    },
  })
  try {
    await pawl.migrate()
    await book.open()
    await book.fill('items', 1, items)
    log(`${workers} workers move ${items} items through ${stageNames.length} stages; all are submitted twice`)
    fleet.start()
    const submit = async (id: number) => {
      const answers = await Promise.all([1, 2].map(() => pawl.pipelines.submit(report, `item ${id}`, { id })))
      refusedSubmits += answers.filter(({ taken }) => !taken).length
    }
    /** So that there is something to kill until the end. */
    const feeding = (async () => {
      for (let id = 1; id <= items; id++) {
        await submit(id)
        if (!plan.isDone) await pause(100, undefined, { signal })
      }
    })()
    feeding.catch(() => {})
    while (!plan.isDone) {
      await until(() => fleet.working.length > 1, { signal, withinMs: patienceMs })
      await pause(Math.random() * 100, undefined, { signal })
      const before = plan.kills
      plan.armed = true
      if (!(await until(() => plan.kills > before, { signal, withinMs: patienceMs }))) break
    }
    await feeding
    log('nobody is killed any more; waiting until all items are through')
    const unfinished = async () => (await pawl.pipelines.stages(report)).reduce((sum, { open }) => sum + open, 0)
    await until(
      async () => {
        // three workers that died with it make a dead letter of a stage: it is tried again, as a person would
        for (const { item } of await pawl.pipelines.items(report, { state: 'failed' })) {
          if ((await pawl.pipelines.retry(report, item)).taken) retried++
        }
        return (await unfinished()) === 0
      },
      { signal, withinMs: patienceMs, everyMs: 500 },
    )
    const left = await unfinished()
    await fleet.end()
    const tally = await book.tally('items', stageNames)
    return {
      ...{ rows: items * stageNames.length, items, ...tally, kills: plan.kills, fewestKills: plan.fewest },
      ...{ retried, refusedSubmits, unfinished: left, peakHeapMb, workersEnded: fleet.ended },
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close()])
    await server.close()
  }
}
