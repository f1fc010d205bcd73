import { createPawl } from 'pawl'
import { blastJobs } from './blast-jobs.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of the proof: it serves the queues of long and of short jobs. */
export type BlastWorkerArguments = { readonly url: string; readonly name: string }

const { url, name } = JSON.parse(process.argv[2]!) as BlastWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { long, short } = blastJobs()
const pawl = createPawl({
  url,
  jobs: [long, short],
  // the long jobs of a killed worker find free slots at the others
  queues: { [long.queue]: { concurrency: 20 } },
  worker: { name, heartbeatMs: 200, silenceMs: 1_500, pollMs: 200 },
  migrate: false,
})
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('worker.lost', ({ worker, self }) => tell({ kind: 'lost', worker, self }))
pawl.on('job.reclaim', () => tell({ kind: 'reclaim' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
