import { createPawl } from 'pawl'
import { tickSchedules } from './tick-schedules.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it fires schedules, and tells its parent when it is about to. */
export type TickWorkerArguments = { readonly url: string; readonly name: string }

const { url, name } = JSON.parse(process.argv[2]!) as TickWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)

const { jobs, schedules } = tickSchedules(name, (schedule, at) =>
  tell({ kind: 'firing', schedule, at: at.toISOString() }),
)
const pawl = createPawl({
  url,
  jobs,
  schedules,
  worker: { name, heartbeatMs: 200, silenceMs: 1_500, pollMs: 100 },
  migrate: false,
})
pawl.on('worker.start', () => tell({ kind: 'ready' }))

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
