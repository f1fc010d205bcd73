import type { Bench } from './bench.ts'
import { type Drained, type DrainOptions, drain } from './drain.ts'
import type { Entry } from './entry.ts'

/** Long enough that starting up is a small part of it, where a second is a hundred thousand jobs. */
const usualRoundMs = 1_500
const firstJobs = 1_000
const fewest = 3
const mostOfARound = 200_000

/** With what it costs, which tells where the time goes and wavers less on a busy machine: CPU time a job, and the memory of the largest process. */
export type Rate = Pick<Drained, 'jobsPerSecond' | 'workerCpuUs' | 'serverCpuUs'> & { readonly maxRssMb: number }

export type DrainRateOptions = Omit<DrainOptions, 'jobs'> & { readonly roundMs?: number }

/**
 * Measures jobs a second round after round, with as many jobs as the contender drains in a round. How many that are is learnt
 * from its rounds so far; the first one starts from a guess and is not for counting.
 */
export class DrainRate {
  readonly #bench: Bench
  readonly #options: Omit<DrainOptions, 'jobs'>
  readonly #roundMs: number
  readonly #rates = new Map<Entry, number>()

  constructor(bench: Bench, { roundMs = usualRoundMs, ...options }: DrainRateOptions = {}) {
    this.#bench = bench
    this.#options = options
    this.#roundMs = roundMs
  }

  async measure(entry: Entry): Promise<Rate> {
    if (this.#bench.quick) return this.#measure(entry, entry.firstJobs ?? firstJobs)
    if (!this.#rates.has(entry)) await this.#measure(entry, entry.firstJobs ?? firstJobs)
    const jobs = Math.round((this.#rates.get(entry)! * this.#roundMs) / 1000)
    const most = (mostOfARound * this.#roundMs) / usualRoundMs
    return this.#measure(entry, Math.min(most, Math.max(fewest, jobs)))
  }

  async #measure(entry: Entry, jobs: number): Promise<Rate> {
    const options = { ...this.#options, jobs }
    const { jobsPerSecond, workerCpuUs, serverCpuUs, reports } = await drain(this.#bench, entry, options)
    this.#rates.set(entry, jobsPerSecond)
    return { jobsPerSecond, workerCpuUs, serverCpuUs, maxRssMb: Math.max(...reports.map((each) => each.maxRssMb)) }
  }
}
