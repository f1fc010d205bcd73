import { createPawl } from 'pawl'
import { proofPhases, proofStages } from './proof-pipelines.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it runs pipelines, and tells its parent where it is. */
export type PipelineWorkerArguments = {
  readonly url: string
  readonly name: string
  readonly silenceMs: number
  /** A run that it starts itself when it is ready. */
  readonly start?: string
}

const { url, name, silenceMs, start } = JSON.parse(process.argv[2]!) as PipelineWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)
const inside = (place: string) =>
  void tell({ kind: 'inside', place, heapMb: Math.round(process.memoryUsage().heapUsed / 1024 / 1024) })

const scan = proofPhases(inside)
const pawl = createPawl({
  url,
  jobs: [],
  pipelines: [proofStages(inside), scan],
  worker: { name, heartbeatMs: 200, silenceMs, pollMs: 100 },
  migrate: false,
})
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('pipeline.start', ({ subject }) => tell({ kind: 'run', subject }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
if (start !== undefined) tell({ kind: 'started', started: (await pawl.pipelines.start(scan, start)).started })
