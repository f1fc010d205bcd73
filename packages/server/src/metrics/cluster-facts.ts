import type { EventCount, OutcomeCount, Pawl, QueueView, RunCount, SourceView, WaitsOfType, WorkerView } from 'pawl'
import { secondsBuckets } from './seconds-buckets.ts'

/** What the database knows of all processes. */
export type ClusterFacts = {
  readonly queues: readonly QueueView[]
  readonly workers: readonly WorkerView[]
  readonly sources: readonly SourceView[]
  readonly deadLetters: readonly { readonly queue: string; readonly count: number }[]
  readonly schedules: readonly { readonly state: string }[]
  /** Since the first worker. */
  readonly counts: readonly EventCount[]
  /** Since the last look. */
  readonly outcomes: readonly OutcomeCount[]
  readonly runs: readonly RunCount[]
  readonly waits: readonly WaitsOfType[]
  /** The last look was so long ago that the ledger does not tell what attempts came to in between. */
  readonly missed: boolean
}

/** Several who scrape within this time share one look. */
const keptMs = 5_000
const runsUpToMs = secondsBuckets.map((seconds) => seconds * 1_000)

/** Looks at the cluster when metrics are asked for, and not more often than is good for the database. */
export class ClusterLook {
  readonly #pawl: Pawl
  #outcomesAfter: string | undefined
  #waitsAfter: number | undefined
  #last: { readonly atMs: number; readonly done: Promise<void> } | undefined

  constructor(pawl: Pawl) {
    this.#pawl = pawl
  }

  /** Calls `take` with what was found, unless somebody looked just now. */
  async refresh(take: (facts: ClusterFacts) => void): Promise<void> {
    const nowMs = performance.now()
    if (this.#last === undefined || nowMs - this.#last.atMs > keptMs) {
      this.#last = { atMs: nowMs, done: this.#look().then(take) }
    }
    try {
      await this.#last.done
    } catch (error) {
      // a database that is back is seen at once
      this.#last = undefined
      throw error
    }
  }

  async #look(): Promise<ClusterFacts> {
    const pawl = this.#pawl
    const [queues, workers, sources, deadLetters, schedules, counts, news, waited] = await Promise.all([
      pawl.queues.list(),
      pawl.workers.list(),
      pawl.sources.list(),
      pawl.deadLetters.counts(),
      pawl.schedules.list(),
      pawl.workers.counts(),
      pawl.ledger.outcomes({ limit: 0, runsUpToMs, ...(this.#outcomesAfter && { after: this.#outcomesAfter }) }),
      pawl.ledger.waits(this.#waitsAfter === undefined ? {} : { after: this.#waitsAfter }),
    ])
    this.#outcomesAfter = news.cursor
    this.#waitsAfter = waited.cursor
    const { counts: outcomes, runs, missed } = news
    const { waits } = waited
    return { queues, workers, sources, deadLetters, schedules, counts, outcomes, runs, waits, missed }
  }
}
