import { createPawl } from 'pawl'
import { createPawlWithoutFence } from 'pawl/testing'
import { effectJobs } from './effect-jobs.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it runs the jobs with short leases and tells its parent what happens. */
export type EffectWorkerArguments = { readonly url: string; readonly name: string; readonly fenced: boolean }

const { url, name, fenced } = JSON.parse(process.argv[2]!) as EffectWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { effect, followUp } = effectJobs(() => tell({ kind: 'refused' }))
const make = fenced ? createPawl : createPawlWithoutFence
const pawl = make({
  url,
  jobs: [effect, followUp],
  queues: { [effect.queue]: { concurrency: 8 }, [followUp.queue]: { concurrency: 8 } },
  worker: {
    name,
    heartbeatMs: 200,
    silenceMs: 1_500,
    pollMs: 200,
    commitConnections: 8,
    // A stopped worker may hold a transaction open; whoever reclaims its job waits for that long.
    commitIdleMs: 1_000,
  },
  migrate: false,
})
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('worker.lost', ({ worker, self }) => tell({ kind: 'lost', worker, self }))
pawl.on('job.reclaim', () => tell({ kind: 'reclaim' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
