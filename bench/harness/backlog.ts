import { setTimeout as pause } from 'node:timers/promises'
import { createPawl, defineSource, type EnqueueOptions, type Pawl } from 'pawl'
import { benchJob } from '../contenders/bench-job.ts'
import type { Pile } from '../piles/pile.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import { allHandled } from './all-handled.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { source } from './entries.ts'
import { atMostOnce } from './exactly-once.ts'

/** Beyond what is to be run there is more in line: a worker that finds no more to claim ahead would have less to do. */
const beyond = 10_000
/** Who has handled nothing for so long has nothing. */
const quietMs = 50

/** A database of Pawl with jobs in line. */
export class Backlog {
  readonly name: string
  readonly database: BenchDatabase
  readonly #pile: Pile
  readonly #pawl: Pawl
  readonly #job: ReturnType<typeof benchJob>
  readonly #workers: readonly ContenderProcess[]
  readonly #mostJobs: number
  readonly #closing: (() => Promise<void>)[] = []
  /** By those who have run its jobs before. */
  readonly #handled = new Map<ContenderProcess, number>()
  #running: ContenderProcess | undefined
  #jobs = 0
  #piled = 0

  /** `workers`: all who may run its jobs. `mostJobs`: each keeps a book of so many. */
  constructor(pile: Pile, database: BenchDatabase, workers: readonly ContenderProcess[], mostJobs: number) {
    this.name = pile.name
    this.database = database
    this.#pile = pile
    this.#workers = workers
    this.#mostJobs = mostJobs
    this.#job = benchJob(() => {}, pile.withSource ? source.name : undefined)
    const sources = pile.withSource ? [defineSource(source)] : []
    this.#pawl = createPawl({ url: database.url, jobs: [this.#job], sources })
  }

  /** Puts so many more jobs in line. */
  async fill(count: number, options: EnqueueOptions = {}): Promise<void> {
    const first = this.#jobs
    this.#jobs += count
    const bodies = function* () {
      for (let n = first; n < first + count; n++) yield { n }
    }
    await this.#pawl.enqueueStream(this.#job, bodies(), options)
  }

  /** Puts so many jobs in line and has them run, where there is none. */
  async drain(count: number): Promise<void> {
    if (count === 0) return
    await this.fill(count)
    await this.run(this.#workers[0]!, count)
    await this.leave(this.#workers[0]!)
  }

  /** Makes what is piled up in it: all that is not run from here on. */
  async pile(bench: Bench): Promise<void> {
    const { pile, drained = () => 0 } = this.#pile
    await pile(this, bench)
    await this.drain(drained(bench.quick))
    await this.fill(beyond)
    this.#piled = this.#left
  }

  /** Puts jobs in line until there are so many besides what was piled up. */
  async refill(count: number): Promise<void> {
    const missing = Math.max(0, count + this.#piled - this.#left)
    await (this.#pile.refill?.(this, missing) ?? this.fill(missing))
  }

  /** No more has been run than was put in line to be run. */
  get isFull(): boolean {
    return this.#left >= this.#piled
  }

  /** Has a worker run; resolves when that has run so many, and goes on. */
  async run(worker: ContenderProcess, count: number): Promise<void> {
    const { handled } = await worker.order({ kind: 'work on', url: this.database.url, jobs: this.#mostJobs })
    this.#running = worker
    await allHandled([worker], handled + count)
  }

  /**
   * Has it run what it has claimed before it leaves. What it handed back would run first the next time, and PostgreSQL adds to the end of
   * an index at less cost than before what is there: the outcomes of all that has waited for longer.
   */
  async leave(worker: ContenderProcess): Promise<void> {
    await this.#pawl.queues.pause(this.#job.queue)
    for (let before = -1; before < worker.handled; ) {
      before = worker.handled
      await pause(quietMs)
    }
    const { handled } = await worker.order({ kind: 'leave', url: this.database.url })
    await this.#pawl.queues.resume(this.#job.queue)
    this.#running = undefined
    this.#handled.set(worker, handled)
  }

  /** Called before its database is dropped. */
  onClose(close: () => Promise<void>): void {
    this.#closing.push(close)
  }

  /**
   * As autovacuum and a checkpoint leave it some time after; else these would come at any moment and disturb one turn and not
   * another, and turns would write what was made just before to the disk. What waits in line has been there for longer than seconds.
   */
  async calm(): Promise<void> {
    await this.database.pool.query('vacuum')
    await this.database.pool.query('checkpoint')
  }

  /** How many jobs a worker has handed back all the same. */
  async handedBack(): Promise<number> {
    const { rows } = await this.database.pool.query(
      `select count(*)::int as count from pawl.attempt a join pawl.lane l on l.id = a.lane where l.place = 'front'`,
    )
    return rows[0].count
  }

  /** That no job ran twice so far. */
  async check(): Promise<void> {
    const { url } = this.database
    const books = await Promise.all(this.#workers.map((worker) => worker.order({ kind: 'ran', url })))
    atMostOnce(
      this.name,
      this.#jobs,
      books.map(({ runs }) => runs),
    )
  }

  async close(): Promise<void> {
    await this.#pawl.stop()
    for (const close of this.#closing) await close()
    await this.database.drop()
  }

  /** As far as the worker that runs has told. */
  get #left(): number {
    const handled = (worker: ContenderProcess) =>
      worker === this.#running ? worker.handled : (this.#handled.get(worker) ?? 0)
    return this.#workers.reduce((left, worker) => left - handled(worker), this.#jobs)
  }
}
