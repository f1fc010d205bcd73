import { createPawl, type Pawl } from 'pawl'
import { afterEach, beforeEach } from 'vitest'
import { type CoinPricesOptions, coinPrices } from '../../src/index.ts'
import { type AppDatabase, coinDatabase } from './app-database.ts'
import { type MarketServer, marketServer } from './market-server.ts'
import { until } from './until.ts'

export type CoinBench = Pick<AppDatabase, 'sql' | 'pool' | 'url'> & {
  readonly market: MarketServer
  /** A process with the application. `work: false`: it takes no jobs until `pawl.start()`. */
  open(options?: CoinPricesOptions, settings?: { readonly work?: boolean }): Promise<Pawl>
  /** Waits until all rows of scrape_jobs, in their order, have these states. Returns the rows. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of a view
  states(...states: readonly string[]): Promise<any[]>
}

/** The application against a local market, with one coin, in a fresh database. Nothing is scheduled for the coin. */
export function coinBench(): CoinBench {
  const database = coinDatabase()
  const market = marketServer()
  const { sql } = database
  const opened: Pawl[] = []
  beforeEach(async () => {
    await sql('truncate coin_intakes, scrape_job, price_points, oauth_tokens restart identity cascade')
    await sql('delete from pawl.source')
    await sql(`insert into coin_intakes (year, mint_mark, denomination, series) values (1881, 'S', 'dollar', 'Morgan')`)
    await sql(`update collection set next_at = 'infinity'`)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pawl) => pawl.stop({ graceMs: 0 })))
  })
  return {
    ...database,
    market,
    async open(options = {}, { work = true } = {}) {
      const ebay = { clientId: 'id', clientSecret: 'secret', url: market.url }
      const collecting = { takeUpEveryMs: 50, checkEveryMs: 50, ...options.collecting }
      const app = coinPrices({ ebay, cacheTtlMs: null, allowPrivate: [market.url], ...options, collecting })
      const pawl = createPawl({
        ...{ url: database.url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [] },
        ...{ queues: app.queues ?? {}, migrate: false, worker: { name: 'worker-1', pollMs: 50, heartbeatMs: 500 } },
      })
      opened.push(pawl)
      if (work) await pawl.start()
      return pawl
    },
    states: (...states) =>
      until(`the jobs are ${states.join(', ')}`, async () => {
        const rows = await sql('select * from scrape_jobs order by id')
        return rows.map(({ status }) => status).join() === states.join() && rows
      }),
  }
}

/** What the sandbox of eBay answers to a search that it refuses. */
export const ebayError = (errorId: number, message: string) => ({ errors: [{ errorId, message }] })
