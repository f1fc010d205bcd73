import type { JobDefinition } from '../job/job-definition.ts'
import { jobPosition } from '../job/job-id.ts'
import { type AttemptView, findAttempts, findJob, type JobView } from '../postgres/jobs.ts'
import { findByKey } from '../postgres/keys.ts'
import type { Runner } from '../postgres/runner.ts'
import { DeadLetters } from './dead-letters.ts'
import { Jobs } from './jobs.ts'
import { Ledger } from './ledger.ts'
import { Operations } from './operations.ts'
import type { PawlParts } from './pawl-parts.ts'
import { Pipelines } from './pipelines/pipelines.ts'
import { Queues } from './queues.ts'
import { Schedules } from './schedules.ts'
import { Sources } from './sources/sources.ts'
import { Workers } from './workers.ts'

/** What a Pawl shows of the ledger, and what is done to it. */
export type Views = {
  readonly deadLetters: DeadLetters
  readonly jobs: Jobs
  readonly ledger: Ledger
  readonly operations: Operations
  readonly pipelines: Pipelines
  readonly queues: Queues
  readonly schedules: Schedules
  readonly sources: Sources
  readonly workers: Workers
  /** A job as it is just now. */
  job(id: string): Promise<JobView | undefined>
  /** The newest job of a type with this key, whether it has ended or not. */
  jobByKey(job: JobDefinition, key: string): Promise<JobView | undefined>
  /** Each attempt of a job, the first one first. */
  attempts(id: string): Promise<AttemptView[]>
}

/** `reader` runs what changes nothing; everything else has the connections that it always has. */
export function makeViews(parts: PawlParts, reader: Runner): Views {
  const { registry, events, connections, canceller } = parts
  const runner = connections.general
  const deadLetters = new DeadLetters({ ...parts, runner, reader })
  return {
    deadLetters,
    jobs: new Jobs(reader, registry),
    ledger: new Ledger(reader),
    operations: new Operations({ runner, reader }),
    pipelines: new Pipelines({ parts: parts.pipelines, reader, canceller, deadLetters }),
    queues: new Queues({ runner, reader, registry, events }),
    schedules: new Schedules(parts.schedules, reader),
    sources: new Sources({ runner, reader, events, book: parts.sources.book }),
    workers: new Workers({ ...parts, reader }),
    job(id) {
      jobPosition(id)
      return findJob(reader, id)
    },
    async jobByKey(job, key) {
      const id = await findByKey(reader, registry.definitionOf('jobByKey', job).type, key)
      return id === undefined ? undefined : findJob(reader, id)
    },
    attempts(id) {
      jobPosition(id)
      return findAttempts(reader, id)
    },
  }
}
