import { createPawl, type Logger } from 'pawl'
import { coinPrices, coinPricesFromEnvironment } from '../../src/index.ts'

// A worker of coin-prices as a process of its own: its environment says how it works, and it prints its log as JSON lines.
const { TEST_DATABASE: url = '', TEST_MARKET: market = '' } = process.env
const { options, worker } = coinPricesFromEnvironment(process.env)
const app = coinPrices({
  ...options,
  ebay: { clientId: 'id', clientSecret: 'secret', url: market },
  allowPrivate: true,
})
const print = (fields: object, message?: string) => console.log(JSON.stringify({ ...fields, message }))
const logger: Logger = { debug: () => {}, info: print, warn: print, error: print }
const pawl = createPawl({
  ...{ url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [], queues: app.queues ?? {} },
  ...{ worker, logger, migrate: false },
})
await pawl.start()
console.log(JSON.stringify({ message: 'ready' }))
