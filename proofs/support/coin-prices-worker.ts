import { createPawl } from 'pawl'
import { type CoinServiceUrls, coinPricesApp } from './coin-prices-app.ts'
import type { FromWorker } from './worker-process.ts'

/** A worker process of a proof: it collects and values, and reports what it is doing. */
export type CoinPricesWorkerArguments = {
  readonly url: string
  readonly name: string
  readonly services: CoinServiceUrls
}

const { url, name, services } = JSON.parse(process.argv[2]!) as CoinPricesWorkerArguments
const send = (message: FromWorker) => process.send?.(message)
const heapMb = () => Math.round(process.memoryUsage().heapUsed / 1024 / 1024)

const { jobs, sources = [], schedules = [], queues = {} } = coinPricesApp(services)
const worker = { name, heartbeatMs: 200, silenceMs: 3_000, pollMs: 200, commitIdleMs: 1_000, commitConnections: 8 }
const pawl = createPawl({ url, jobs, sources, schedules, queues, worker, migrate: false })
pawl.on('worker.start', () => send({ kind: 'ready' }))
pawl.on('worker.lost', ({ worker, self }) => send({ kind: 'lost', worker, self }))
pawl.on('job.reclaim', () => send({ kind: 'reclaim' }))
pawl.on('job.start', ({ type }) => send({ kind: 'inside', place: type, heapMb: heapMb() }))
pawl.on('source.request', ({ source, outcome }) => {
  if (outcome !== 'answered' || !source.startsWith('ebay-')) return
  send({ kind: 'inside', place: 'answered', heapMb: heapMb() })
  // the answer is here and nothing of it is stored: this moment is made long enough to be hit
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
})

process.on('SIGTERM', () => pawl.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit(1))
await pawl.start()
