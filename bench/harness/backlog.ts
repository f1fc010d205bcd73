import { createPawl, type EnqueueOptions, type Pawl } from 'pawl'
import { benchJob } from '../contenders/bench-job.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import type { ContenderProcess } from './contender-process.ts'
import { atMostOnce } from './exactly-once.ts'

export type SampleOptions = {
  readonly window: number
  /** Comes before each sample. */
  readonly refill?: (backlog: Backlog) => Promise<void>
}

const job = benchJob(() => {})

/** A worker's process keeps one book over all samples. */
const mostJobs = 4_000_000
/**
 * What goes by before a sample: a worker that starts looks at once for what there is to repair, a few hundredths of a second of
 * PostgreSQL's time where there is much, and then not for half a minute.
 */
const skipOf = (window: number) => Math.min(window, 10_000)

/** So many jobs a sample takes out of its backlog. */
export const jobsOfASample = (window: number): number => window + skipOf(window)

/** A database of Pawl with jobs in line, from which a worker's speed is sampled: how fast jobs go soon after its start. */
export class Backlog {
  readonly name: string
  readonly database: BenchDatabase
  readonly #pawl: Pawl
  readonly #workers: readonly ContenderProcess[]
  /** What each of these has run so far. */
  readonly #runs: string[] = []
  #jobs = 0
  #samples = 0

  /** The workers' processes take samples by turns. */
  constructor(name: string, database: BenchDatabase, workers: readonly ContenderProcess[]) {
    this.name = name
    this.database = database
    this.#workers = workers
    this.#pawl = createPawl({ url: database.url, jobs: [job] })
  }

  async migrate(): Promise<void> {
    await this.#pawl.migrate()
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
    await refill?.(this)
    const i = this.#samples++ % this.#workers.length
    const { ms, runs } = await this.#workers[i]!.order({
      kind: 'sample',
      url: this.database.url,
      jobs: mostJobs,
      skip: skipOf(window),
      count: window,
    })
    this.#runs[i] = runs
    atMostOnce(this.name, this.#jobs, Object.values(this.#runs))
    return { jobsPerSecond: (window * 1000) / ms }
  }

  async close(): Promise<void> {
    await this.#pawl.stop()
    await this.database.drop()
  }
}
