import { createPawl, type EnqueueOptions, type Pawl } from 'pawl'
import { benchJob } from '../contenders/bench-job.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { pawl } from './entries.ts'
import { atMostOnce } from './exactly-once.ts'

export type SampleOptions = {
  readonly window: number
  /** Comes before each sample. */
  readonly refill?: () => Promise<void>
}

const job = benchJob(() => {})

/** The worker's process keeps one book over all samples. */
const mostJobs = 4_000_000

/** A database of Pawl with jobs in line, from which a worker's speed is sampled: how fast the first jobs after its start go. */
export class Backlog {
  readonly name: string
  readonly database: BenchDatabase
  readonly #pawl: Pawl
  readonly #worker: ContenderProcess
  #jobs = 0

  private constructor(name: string, database: BenchDatabase, worker: ContenderProcess) {
    this.name = name
    this.database = database
    this.#worker = worker
    this.#pawl = createPawl({ url: database.url, jobs: [job] })
  }

  static async open(bench: Bench, name: string): Promise<Backlog> {
    const database = await bench.postgres.database()
    const backlog = new Backlog(name, database, bench.start(pawl, database.url))
    await backlog.#pawl.migrate()
    return backlog
  }

  /** Puts so many more jobs in line. */
  async fill(count: number, options: EnqueueOptions = {}): Promise<void> {
    const first = this.#jobs
    this.#jobs += count
    const bodies = function* () {
      for (let n = first; n < first + count; n++) yield { n }
    }
    await this.#pawl.enqueueStream(job, bodies(), options)
  }

  /**
   * As vacuum and a checkpoint leave it some time after; else these would come at any moment and disturb one sample and not
   * another, and samples would write what was made just before to the disk.
   */
  async calm(): Promise<void> {
    await this.database.pool.query('vacuum (analyze)')
    await this.database.pool.query('checkpoint')
  }

  /** Jobs a second: a worker starts, runs `window` jobs and stops. */
  async rate({ window, refill }: SampleOptions): Promise<{ jobsPerSecond: number }> {
    await refill?.()
    const { ms, runs } = await this.#worker.order({ kind: 'sample', jobs: mostJobs, count: window })
    atMostOnce(this.name, runs)
    return { jobsPerSecond: (window * 1000) / ms }
  }

  async close(): Promise<void> {
    await this.#worker.end()
    await this.#pawl.stop()
    await this.database.drop()
  }
}
