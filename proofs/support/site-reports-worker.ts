import { createPawl } from 'pawl'
import { type StandInUrls, siteReportsApp } from './site-reports-app.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it analyses sites, and tells its parent where it is. */
export type SiteReportsWorkerArguments = { readonly url: string; readonly name: string; readonly standIns: StandInUrls }

const { url, name, standIns } = JSON.parse(process.argv[2]!) as SiteReportsWorkerArguments
const tell = (message: FromWorker) => process.send?.(message)
const inside = (place: string) =>
  void tell({ kind: 'inside', place, heapMb: Math.round(process.memoryUsage().heapUsed / 1024 / 1024) })

const { jobs, sources = [], schedules = [], pipelines = [] } = siteReportsApp(standIns)
const worker = { name, heartbeatMs: 200, silenceMs: 3_000, pollMs: 200, commitIdleMs: 1_000, commitConnections: 8 }
const pawl = createPawl({ url, jobs, sources, schedules, pipelines, worker, migrate: false })
pawl.on('worker.start', () => tell({ kind: 'ready' }))
pawl.on('worker.lost', ({ worker, self }) => tell({ kind: 'lost', worker, self }))
pawl.on('job.reclaim', () => tell({ kind: 'reclaim' }))
pawl.on('job.start', ({ type }) => inside(type.replace(/^site-report\./, '')))
pawl.on('source.request', ({ source, outcome }) => {
  if (source !== 'model' || outcome !== 'answered') return
  inside('model answered')
  // the answer is here and nothing of it is kept: the moment at which a kill costs a call. It is made long enough to be hit
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
})

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
