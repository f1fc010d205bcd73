import { type App, defineApp } from '@pawl/app'
import { defineSource } from 'pawl'
import { apiOf } from './api/api.ts'
import { collectJob } from './jobs/collect.ts'
import { lookUpJob } from './jobs/look-up.ts'
import { notifyJob, webhookSource } from './jobs/notify.ts'
import { settleScrapesJob } from './jobs/settle-scrapes.ts'
import { valueJob } from './jobs/value.ts'
import { type CoinPricesOptions, coinPricesSettings } from './options.ts'
import { scrapeSchedules } from './schedules/scrape-schedules.ts'
import { settleScrapesEvery } from './schedules/settle-scrapes.ts'
import { valueDue } from './schedules/value-due.ts'
import { createSources, definitionsOf } from './sources/sources.ts'
import { addFirstCoins } from './tables/coins.ts'

/** Collects price points for coins from several markets, and keeps one valuation per coin up to date. */
export function coinPrices(options: CoinPricesOptions = {}): App {
  const settings = coinPricesSettings(options)
  const sources = settings.sources ?? createSources({ ...settings, cacheTtlMs: settings.cacheTtlMs ?? undefined })
  const value = valueJob()
  const collect = collectJob({ sources, value, settings })
  const certifying = sources.find((source) => source.lookUp !== undefined)
  const lookUp = certifying && lookUpJob(certifying, settings)
  const settle = settleScrapesJob(settings)
  const { allowPrivate, userAgent } = settings
  const webhooks = defineSource({ name: webhookSource, requestsPerMinute: 600, burst: 5, allowPrivate, userAgent })
  return defineApp({
    name: 'coin-prices',
    command: 'coins',
    title: 'Coin prices: collects what coins are offered and sold for, and values each coin',
    sources: [...definitionsOf(sources), webhooks],
    schedules: [
      ...scrapeSchedules({ collect, sources, settings }),
      valueDue(value, settings),
      settleScrapesEvery(settle, settings),
    ],
    jobs: [collect, value, settle, notifyJob, ...(lookUp === undefined ? [] : [lookUp])],
    queues: { 'coin-collect': { concurrency: settings.collecting.concurrency }, 'coin-value': { concurrency: 4 } },
    migrations: new URL('./migrations/', import.meta.url),
    async start({ db }) {
      await addFirstCoins(db, settings.coins)
      return { stop: async () => {} }
    },
    ...apiOf({ value, lookUp, allowPrivate }),
  })
}
