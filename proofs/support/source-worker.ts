import { createPawl, type SourceOptions } from 'pawl'
import { callJob } from './call-job.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: its jobs call a service, and it tells its parent when the circuit of that opens. */
export type SourceWorkerArguments = {
  readonly url: string
  readonly name: string
  readonly origin: string
  readonly source: SourceOptions
}

const { url, name, origin, source } = JSON.parse(process.argv[2]!) as SourceWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { call, service } = callJob(origin, source)
const pawl = createPawl({
  url,
  jobs: [call],
  sources: [service],
  queues: { [call.queue]: { concurrency: 5 } },
  worker: { name },
  migrate: false,
})
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('source.open', () => tell({ kind: 'open' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
