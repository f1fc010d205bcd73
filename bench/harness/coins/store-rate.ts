import { migrateApp } from '@pawl/app'
import { type CoinSource, coinPrices, type Listing } from '@pawl/coin-prices'
import { createPawl, defineSource } from 'pawl'
import type { Bench } from '../bench.ts'

const pointsPerJob = 1_000
/** Of each job: the share of its points that are the same listing as another one of them. */
const repeatedShare = 0.1
const day = '2026-03-01'

/** Price points a second, from jobs in the queue to deduplicated rows. The points come from memory instead of a service. */
export async function storeRate(bench: Bench, points: number): Promise<number> {
  const database = await bench.postgres.database()
  const jobs = points / pointsPerJob
  const app = coinPrices({ sources: [sourceInMemory], collecting: { takeUpEveryMs: 50, concurrency: 4 } })
  const { sources = [], schedules = [], queues = {} } = app
  const pawl = createPawl({ url: database.url, jobs: app.jobs, sources, schedules, queues })
  try {
    await pawl.migrate()
    await migrateApp(database.url, app)
    await database.pool.query(
      `insert into coin_prices.coin_intakes (year, mint_mark, denomination, series)
       select 1878 + i % 27, 'S', 'dollar', 'Morgan' from generate_series(1, $1::int) i`,
      [jobs],
    )
    await database.pool.query(`update coin_prices.collection set next_at = 'infinity'`)
    await database.pool.query(
      `insert into coin_prices.scrape_jobs (intake_id, source_id) select id, 2 from coin_prices.coin_intakes`,
    )
    await pawl.queues.pause('coin-value')
    let settled = 0
    const all = new Promise<void>((resolve) => {
      pawl.on('job.settle', ({ type }) => {
        if (type === 'coins.collect' && ++settled === jobs) resolve()
      })
    })
    const startedAt = performance.now()
    await pawl.start()
    await all
    const seconds = (performance.now() - startedAt) / 1_000
    const stored = (await database.pool.query('select count(*)::int as n from coin_prices.price_points')).rows[0].n
    const expected = points * (1 - repeatedShare)
    if (stored !== expected) throw new Error(`${stored} price points are stored; expected ${expected}`)
    return points / seconds
  } finally {
    await pawl.stop({ graceMs: 0 })
    await database.alone()
    await database.drop()
  }
}

const listings = Array.from({ length: pointsPerJob }, (_, i): Listing => {
  const nth = i % (pointsPerJob * (1 - repeatedShare))
  return {
    ...{ title: `1881-S Morgan Silver Dollar PCGS MS6${nth % 8} #${nth}`, priceType: 'sold', day },
    ...{ price: { cents: 5_000 + nth, currency: 'USD' }, url: `https://www.ebay.com/itm/${nth}?hash=${i}` },
    // half of them have no id of their source, so that their dedupe key is a hash
    ...(nth % 2 === 0 ? { externalId: `v1|${nth}|0` } : {}),
  }
})

const sourceInMemory: CoinSource = {
  name: 'ebay-insights',
  title: 'In memory',
  definition: defineSource({ name: 'ebay-insights' }),
  priceTypes: ['sold'],
  whyNot: () => undefined,
  async *collect() {
    yield { listings, warnings: [] }
  },
}
