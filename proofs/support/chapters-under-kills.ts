import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrateApp } from '@pawl/app'
import { type Sandbox, startSandbox, type Upload } from '@pawl/sandbox'
import { createPawl, type Pawl } from 'pawl'
import type { Log } from '../proof.ts'
import { chaptersApp } from './chapters-app.ts'
import { ChaptersBook, type ChaptersTally } from './chapters-book.ts'
import type { ChaptersWorkerArguments } from './chapters-worker.ts'
import { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import { WorkerFleet } from './worker-fleet.ts'

export type ChaptersResult = { readonly published: number } & ChaptersTally & {
    readonly limitExceeded: number
    readonly kills: number
    readonly reclaimed: number
    /** Jobs that ran alone on three workers that were killed; chance did that, so they are replayed. */
    readonly poisoned: number
    readonly workersEnded: number
  }

const workers = 4
/** At least; chapters come out until there were so many, on a machine on which a worker takes long to start. */
const enoughKills = 12
const seriesCount = 500
const readers = 1_000
const follows = 5
/** Of each service; its real one, times ten: there are only minutes. */
const perSecond = 50
const publishForMs = { least: 60_000, most: 100_000 }
/** A busy machine takes its time to import. It gets that from the publishing, which needs this long for enough chapters. */
const publishAtLeastMs = 30_000
const settleForMs = 70_000
/** Less than a proof may take: what is missing in the end is to be counted. */
const allMs = 275_000
const script = fileURLToPath(new URL('./chapters-worker.ts', import.meta.url))

/** Lets several processes follow series whose chapters come out meanwhile, and kills them with -9 one after the other. */
export async function chaptersUnderKills(log: Log, signal: AbortSignal): Promise<ChaptersResult> {
  log('starting a PostgreSQL and stand-ins of the services')
  const startedAt = performance.now()
  const leftMs = () => allMs - (performance.now() - startedAt)
  const server = await ProofServer.start()
  const sandbox = await startSandbox({ port: 0, chapters: { limit: { perSecond } } })
  const { url } = server
  const services = sandbox.urls.chapters
  const app = chaptersApp(services)
  const pawl = createPawl({ url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [] })
  const book = new ChaptersBook(url)
  const argument = (name: string): ChaptersWorkerArguments => ({ url, name, services })
  const fleet = new WorkerFleet({ script, size: workers, argument })
  const killer = new Killer(fleet, log, signal)
  try {
    await pawl.migrate()
    await migrateApp(url, app)
    for (let i = 0; i < seriesCount; i++) {
      sandbox.chapters.addSeries({ title: `Series ${i}`, services: ['mangadex', 'mangapark'], chapters: 3 })
    }
    const backlog = [...sandbox.chapters.uploads()]
    await book.fill(sandbox.chapters.series, readers, follows)
    log(`${workers} workers import ${seriesCount} series from two sources; ${readers} readers follow them`)
    fleet.start()
    // a change of the limits stands once a worker has said what the code has to say about them
    const importForMs = leftMs() - publishAtLeastMs - settleForMs
    await until(() => fleet.working.length > 0, { signal, withinMs: importForMs })
    for (const name of ['mangadex', 'mangapark']) await pawl.sources.limit(name, { requestsPerMinute: perSecond * 60 })
    killer.begin()
    const isImported = async () => (await book.imported()) === 2 * seriesCount
    if (!(await until(isImported, { signal, withinMs: importForMs, everyMs: 200 }))) {
      throw new Error(
        `${await book.imported()} of ${2 * seriesCount} were imported within ${Math.round(importForMs)} ms`,
      )
    }
    log(`all are imported after ${killer.kills} kills; now chapters come out`)
    killer.everyMs = 3_000
    const published = await publish(sandbox, () => killer.kills >= enoughKills, leftMs() - settleForMs, signal)
    await killer.end()
    log(`${published.length} uploads came out; waiting until all is told, after ${killer.kills} kills`)
    const { tally, poisoned } = await settle(pawl, () => book.tally(backlog, published), leftMs(), signal)
    await fleet.end()
    const chapters = new Set(published.map(({ series, number }) => `${series.title} ${number}`))
    const { refused: limitExceeded } = sandbox.chapters.requests('mangadex')
    const { reclaimed, ended: workersEnded } = fleet
    return { published: chapters.size, ...tally, limitExceeded, kills: killer.kills, reclaimed, poisoned, workersEnded }
  } finally {
    await killer.end()
    await fleet.killAll()
    await Promise.allSettled([pawl.stop(), book.close(), sandbox.stop()])
    await server.close()
  }
}

/** Chapters at random series: most at both services, some at one, some between two numbers, some twice in two languages. */
async function publish(
  { chapters }: Sandbox,
  isEnough: () => boolean,
  withinMs: number,
  signal: AbortSignal,
): Promise<Upload[]> {
  const published: Upload[] = []
  const next = new Map<string, number>()
  const startedAt = performance.now()
  const isOver = () => {
    const ms = performance.now() - startedAt
    return ms > Math.min(publishForMs.most, withinMs) || (ms > publishForMs.least && isEnough())
  }
  while (!isOver()) {
    const series = chapters.series[Math.floor(Math.random() * chapters.series.length)]!
    const number = (next.get(series.title) ?? 3.5) + (Math.random() < 0.2 ? 0.5 : 1)
    next.set(series.title, number)
    const at = Math.random() < 0.7 ? undefined : ([Math.random() < 0.5 ? 'mangadex' : 'mangapark'] as const)
    published.push(...chapters.publish(series, { number: String(number) }, at))
    if (Math.random() < 0.1) {
      published.push(...chapters.publish(series, { number: String(number), language: 'fr' }, ['mangadex']))
    }
    await pause(60, undefined, { signal })
  }
  return published
}

/** Looks until nothing is missing, or the time is up: what is still wrong then is wrong. */
async function settle(pawl: Pawl, look: () => Promise<ChaptersTally>, withinMs: number, signal: AbortSignal) {
  let poisoned = 0
  let tally = await look()
  const isOver = async () => {
    const poison = await pawl.deadLetters.list({ reason: 'poison' })
    if (poison.length > 0) poisoned += (await pawl.deadLetters.replayMany(poison.map(({ id }) => id))).length
    tally = await look()
    return tally.missing === 0 && tally.missedNotifications === 0 && tally.latestWrong === 0
  }
  await until(isOver, { signal, withinMs, everyMs: 1_000 })
  return { tally, poisoned }
}

/** Kills a worker every few seconds, while another one works. */
class Killer {
  kills = 0
  /** What is taken from a killed worker runs alone for a while: an import that is killed too often never ends. */
  everyMs = 10_000
  #running: Promise<void> | undefined
  #isEnding = false
  readonly #fleet: WorkerFleet
  readonly #log: Log
  readonly #signal: AbortSignal

  constructor(fleet: WorkerFleet, log: Log, signal: AbortSignal) {
    this.#fleet = fleet
    this.#log = log
    this.#signal = signal
  }

  begin(): void {
    this.#running = this.#run().catch(() => {})
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      await pause(this.everyMs * (0.5 + Math.random()), undefined, { signal: this.#signal })
      const { working } = this.#fleet
      const victim = working[Math.floor(Math.random() * working.length)]
      // on a slow machine a worker takes its time to start: somebody must be left to work
      if (this.#isEnding || victim === undefined || working.length < 2) continue
      await this.#fleet.replace(victim)
      this.kills++
      this.#log(`killed ${victim.name} with -9`)
    }
  }
}
