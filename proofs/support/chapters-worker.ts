import { createPawl } from 'pawl'
import { chaptersApp, type ServiceUrls } from './chapters-app.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it polls, ingests and notifies. */
export type ChaptersWorkerArguments = { readonly url: string; readonly name: string; readonly services: ServiceUrls }

const { url, name, services } = JSON.parse(process.argv[2]!) as ChaptersWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { jobs, sources = [], schedules = [], queues = {} } = chaptersApp(services)
const worker = { name, heartbeatMs: 200, silenceMs: 1_500, pollMs: 200, commitIdleMs: 1_000, commitConnections: 8 }
const pawl = createPawl({ url, jobs, sources, schedules, queues, worker, migrate: false })
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('worker.lost', ({ worker, self }) => tell({ kind: 'lost', worker, self }))
pawl.on('job.reclaim', () => tell({ kind: 'reclaim' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
