import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrateApp } from '@pawl/app'
import { type CoinMarket, type CoinService, type Sandbox, startSandbox } from '@pawl/sandbox'
import { createPawl, type Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import { coinPricesApp } from './coin-prices-app.ts'
import { CoinPricesBook, type CoinValue } from './coin-prices-book.ts'
import type { CoinPricesWorkerArguments } from './coin-prices-worker.ts'
import { KillPlan } from './kill-plan.ts'
import { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type CoinPricesResult = {
  readonly counts: {
    readonly jobs: number
    readonly done: number
    readonly doubled: number
    readonly duplicatePoints: number
    readonly quotaExceeded: number
    readonly tokensFetched: number
    readonly medianError: number
    readonly coverage: number
    readonly kills: number
  }
  readonly coins: number
  readonly failed: number
  readonly overQuota: number
  readonly staleValuations: number
  readonly fewestKills: number
  readonly reclaimed: number
  readonly workersEnded: number
}

const workers = 3
/** Of 200 coins, chance alone moves the coverage by 2.8 points; of 800, by 1.4. */
const coins = 800
const places = ['coins.collect', 'answered', 'coins.value']
const killsEach = 4
const services: readonly CoinService[] = ['ebay-token', 'ebay-browse', 'ebay-insights', 'pcgs', 'numista']
/** A proof has 285 seconds for all of it. */
const allMs = 265_000
/** No kills after this time, so that the work ends. */
const killForMs = 170_000

/** Several processes collect and value coins, and are killed with -9 while they do. */
export async function coinPricesUnderKills(log: Log, signal: AbortSignal): Promise<CoinPricesResult> {
  log('starting a PostgreSQL and stand-ins of eBay, PCGS and Numista')
  const startedAt = performance.now()
  const leftMs = () => Math.max(0, allMs - (performance.now() - startedAt))
  const server = await ProofServer.start()
  const sandbox = await startSandbox({ port: 0, coins: { seed: 1, coins, junkShare: 0.2 } })
  const { url } = server
  const urls = sandbox.urls.coinPrices
  const app = coinPricesApp(urls)
  const pawl = createPawl({ url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [] })
  const book = new CoinPricesBook(url)
  const plan = new KillPlan(places, killsEach)
  const fleet = new WorkerFleet({
    script: fileURLToPath(new URL('./coin-prices-worker.ts', import.meta.url)),
    size: workers,
    argument: (name): CoinPricesWorkerArguments => ({ url, name, services: urls }),
    onMessage(worker, message) {
      const timeIsShort = performance.now() - startedAt > killForMs
      if (message.kind !== 'inside' || !worker.works || !plan.take(message.place, timeIsShort)) return
      void fleet.replace(worker)
      log(`killed ${worker.name} with -9 inside of '${message.place}'`)
    },
  })
  try {
    await pawl.migrate()
    await migrateApp(url, app)
    await book.logSuccesses()
    fleet.start()
    await until(() => fleet.working.length === workers, { signal, withinMs: leftMs() })
    await until(async () => (await book.declaredSources()) === 4, { signal, withinMs: leftMs() })
    await book.setRateLimits(60_000)
    await book.addCoins(sandbox.coins.market.coins)
    log(`${workers} workers collect for ${coins} coins from four sources`)
    await watch({ pawl, book, plan, fleet, log, signal, leftMs })
    const result = await counted(sandbox, book)
    await fleet.end()
    return {
      ...result,
      counts: { ...result.counts, kills: plan.kills },
      fewestKills: plan.fewest,
      reclaimed: fleet.reclaimed,
      workersEnded: fleet.ended,
    }
  } finally {
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close(), sandbox.stop()])
    await server.close()
  }
}

type Watching = {
  readonly pawl: Pawl
  readonly book: CoinPricesBook
  readonly plan: KillPlan
  readonly fleet: WorkerFleet
  readonly log: Log
  readonly signal: AbortSignal
  leftMs(): number
}

/** Kills by the plan until all jobs have ended, or wait for the quota of another day, and all coins are valued. */
async function watch({ pawl, book, plan, fleet, log, signal, leftMs }: Watching): Promise<void> {
  let isOver = false
  const killing = (async () => {
    // a worker that dies between the grant of a token and its commit costs a token: no service lets a client undo a grant
    await until(async () => isOver || (await book.tokens()) === 2, { signal, withinMs: leftMs() })
    while (!plan.isDone && !isOver) {
      await until(() => isOver || fleet.working.length > 1, { signal, withinMs: leftMs() })
      await pause(1_000 + Math.random() * 4_000, undefined, { signal })
      const before = plan.kills
      plan.armed = true
      await until(() => isOver || plan.kills > before, { signal, withinMs: leftMs() })
    }
  })()
  killing.catch(() => {})
  await until(async () => (await book.pairsDue()) === 0, { signal, withinMs: leftMs(), everyMs: 200 })
  await book.askAgain('pcgs')
  log('PCGS is asked for each of its coins a second time, which is more than its quota allows')
  let looks = 0
  const isDone = async () => {
    // three workers died with such a job, by chance
    const poison = await pawl.deadLetters.list({ reason: 'poison' })
    if (poison.length > 0) await pawl.deadLetters.replayMany(poison.map(({ id }) => id))
    const open = await book.openBeside('pcgs')
    const stale = await book.staleValuations()
    if (looks++ % 10 === 0) log(`${open} jobs beside those of PCGS to do; ${stale} valuations to do`)
    if (open > 0 || stale > 0) return false
    const { all, succeeded, failed, overQuota } = await book.jobs()
    return succeeded + failed + overQuota === all
  }
  await until(isDone, { signal, withinMs: leftMs(), everyMs: 1_000 })
  isOver = true
  await killing
  for (const failure of await book.failures()) log(`failed: ${failure}`)
}

async function counted({ coins: stands }: Sandbox, book: CoinPricesBook) {
  const { all, succeeded, failed, overQuota } = await book.jobs()
  const { market } = stands
  return {
    counts: {
      jobs: all - overQuota,
      done: succeeded,
      doubled: await book.doubled(),
      duplicatePoints: await book.duplicatePoints(),
      quotaExceeded: services.reduce((sum, name) => sum + stands.quota(name).refused, 0),
      // eBay has one token for each scope
      tokensFetched: stands.tokensGranted / Math.max(1, await book.tokens()),
      ...accuracy(market, await book.values()),
    },
    coins: market.coins.length,
    failed,
    overQuota,
    staleValuations: await book.staleValuations(),
  }
}

/** A coin without a value has an error of 1, and its interval holds nothing. */
function accuracy(market: CoinMarket, values: ReadonlyMap<string, CoinValue>) {
  const errors: number[] = []
  let held = 0
  for (const coin of market.coins) {
    const truth = market.trueCents(coin)
    const value = values.get(coin.title)
    errors.push(value === undefined ? 1 : Math.abs(value.fairCents / truth - 1))
    if (value !== undefined && value.lowCents <= truth && truth <= value.highCents) held++
  }
  errors.sort((a, b) => a - b)
  const round = (value: number) => Math.round(value * 10_000) / 10_000
  return { medianError: round(errors[Math.floor(errors.length / 2)]!), coverage: round(held / errors.length) }
}
