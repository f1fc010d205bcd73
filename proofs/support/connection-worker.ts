import { createPawl } from 'pawl'
import { connectionJobs } from './connection-jobs.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process whose jobs have one attempt. */
export type ConnectionWorkerArguments = { readonly url: string; readonly name: string }

const { url, name } = JSON.parse(process.argv[2]!) as ConnectionWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { effect, followUp } = connectionJobs()
const pawl = createPawl({ url, jobs: [effect, followUp], worker: { name, pollMs: 200 }, migrate: false })
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('connection.lost', () => tell({ kind: 'no-connection' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
