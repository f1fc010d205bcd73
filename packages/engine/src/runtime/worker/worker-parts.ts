import type { ErrorClassifier } from '../../job/classify-error.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import type { Tracing } from '../../job/tracing.ts'
import type { Connection } from '../../postgres/connection.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { TransactionClients } from '../../postgres/transaction-clients.ts'
import type { Enqueuer } from '../enqueuer.ts'
import type { Events } from '../events.ts'
import type { LaneBook } from '../lane-book.ts'
import type { QueueSettings, Registry } from '../registry.ts'
import type { SourceParts } from '../sources/source-parts.ts'
import type { WorkerSettings } from './worker-options.ts'

export type WorkerParts = {
  readonly url: string
  readonly prepare: boolean
  readonly claims: Runner & Pick<Connection, 'server'>
  readonly settles: Runner
  readonly runner: Runner
  readonly commits: TransactionClients
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly queues: ReadonlyMap<string, QueueSettings>
  readonly settings: WorkerSettings
  readonly events: Events
  readonly lanes: LaneBook
  readonly enqueuer: Enqueuer
  readonly sources: SourceParts
  readonly registry: Pick<Registry, 'definitionOf'>
  readonly classify: ErrorClassifier | undefined
  readonly tracing: Tracing | undefined
  readonly fenced: boolean
  readonly onLater: (delayMs: number) => void
  readonly onSettled: (jobPosition: number) => void
  /** Whether it is heard when a job is handed to this worker. */
  readonly hears: (worker: string) => boolean
  readonly onRegistered: () => void
}
