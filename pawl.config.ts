import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type LazyApp } from '@pawl/cli'
import {
  sandboxCoinKeys,
  sandboxCoins,
  sandboxModel,
  sandboxOrigin,
  sandboxSeries,
  sandboxSites,
  sandboxUrls,
} from '@pawl/sandbox/addresses'

const isLive = process.env.PAWL_LIVE === 'true'
const dataDir = path.resolve(process.env.PAWL_DATA_DIR ?? fileURLToPath(new URL('.pawl', import.meta.url)))
const comics = path.join(dataDir, 'sandbox', 'Comics')
const cacheFolder = path.join(dataDir, 'comic-library')

/** Against the stand-ins, which publish every few seconds, and are looked at as often. */
const chaptersInSandbox = {
  services: sandboxUrls.chapters,
  // webhooks and feeds that a user adds reach no other private address
  allowPrivate: [sandboxOrigin],
  follow: [...sandboxSeries.chapters],
  polling: { everyMs: 2_000 },
  tiers: { hot: { everyMs: 5_000 }, warm: { everyMs: 15_000 }, cold: { everyMs: 60_000 } },
}

/** Some of the made-up sites are analysed at the first start. */
const reportsInSandbox = {
  sites: { standIn: { domain: 'example', url: sandboxUrls.siteReports.web } },
  model: { url: sandboxUrls.siteReports.model, name: sandboxModel.model, key: sandboxModel.key },
  analyse: [...sandboxSites],
}

/** The coins of the sandbox are added at the first start, and collected every few minutes. */
const coinsInSandbox = {
  ebay: { ...sandboxCoinKeys.ebay, url: sandboxUrls.coinPrices.ebay },
  pcgs: { ...sandboxCoinKeys.pcgs, url: sandboxUrls.coinPrices.pcgs },
  numista: { ...sandboxCoinKeys.numista, url: sandboxUrls.coinPrices.numista },
  allowPrivate: [sandboxOrigin],
  coins: [...sandboxCoins],
  collecting: { everyMs: 10 * 60_000, checkEveryMs: 5_000 },
}

/** Drawn at the first start, and looked at whenever something changes in it. */
const comicsInSandbox = { cacheFolder, libraries: [{ folder: comics, name: 'Sandbox', watch: true }] }

const history = path.join(dataDir, 'sandbox', 'history')

/** Each application is loaded when a command needs it: `pawl jobs list` and `pawl --help` need none. */
const sandbox: LazyApp = {
  name: 'sandbox',
  load: async () => (await import('@pawl/sandbox')).sandbox({ comics, history }),
}

const apps: readonly LazyApp[] = [
  {
    name: 'chapters',
    title: 'Chapters: polls manga sources, ingests what is new, tells the readers',
    load: async () => (await import('@pawl/chapters')).chapters(isLive ? {} : chaptersInSandbox),
  },
  {
    name: 'site-reports',
    title: 'Site reports: fetches websites, reads them, asks a model what to think of them',
    async load() {
      const { modelFromEnvironment, siteReports } = await import('@pawl/site-reports')
      return siteReports(isLive ? { model: modelFromEnvironment(process.env) } : reportsInSandbox)
    },
  },
  {
    name: 'coin-prices',
    command: 'coins',
    title: 'Coin prices: collects what coins are offered and sold for, and values each coin',
    async load() {
      const { coinPrices, coinPricesFromEnvironment } = await import('@pawl/coin-prices')
      const { options } = coinPricesFromEnvironment(process.env)
      // against the sandbox the credentials of the environment are of no use
      return coinPrices(isLive ? options : { ...options, ...coinsInSandbox })
    },
  },
  {
    name: 'comic-library',
    command: 'comics',
    title: 'Comic library: scans folders of comics into series, issues and covers',
    load: async () => (await import('@pawl/comic-library')).comicLibrary(isLive ? { cacheFolder } : comicsInSandbox),
  },
]

const namesWorker = ['WORKER_ID', 'HEARTBEAT_SECONDS', 'JOB_LOCK_TIMEOUT_SECONDS'].some((name) => process.env[name])

/** Loaded only where a variable is set: most commands start no worker. */
const worker = namesWorker
  ? (await import('@pawl/coin-prices/environment')).coinPricesFromEnvironment(process.env).worker
  : {}

/** What `npm start` runs: every application there is, and the sandbox beside them. */
export default defineConfig({ apps: isLive ? apps : [sandbox, ...apps], worker })
