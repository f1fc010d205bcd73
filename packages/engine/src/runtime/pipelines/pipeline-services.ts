import type { OwnTransactions } from '../../postgres/own-transactions.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { Canceller } from '../canceller.ts'
import type { DeadLetters } from '../dead-letters.ts'
import type { Enqueuer } from '../enqueuer.ts'
import type { Events } from '../events.ts'

/** What the jobs of pipelines need besides what every handler gets. */
export type PipelineServices = {
  readonly runner: Runner
  readonly transactions: OwnTransactions
  readonly enqueuer: Enqueuer
  readonly events: Events
  readonly canceller: Canceller
  /** Made after the jobs of pipelines, which it has to know. */
  readonly deadLetters: () => DeadLetters
}
