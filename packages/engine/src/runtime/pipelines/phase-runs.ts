import { checkName, refuseUnknownOptions } from '../../check-options.ts'
import { PawlError } from '../../errors.ts'
import type { Enqueued } from '../../job/enqueued.ts'
import { jobId, jobPosition } from '../../job/job-id.ts'
import type { PhasesDefinition } from '../../pipeline/define-phases.ts'
import { findJob } from '../../postgres/jobs.ts'
import { findByKey } from '../../postgres/keys.ts'
import type { WorkState } from '../../postgres/pipelines.ts'
import { askAgain, cancelRunOf, openRun } from '../../postgres/runs.ts'
import type { Canceller } from '../canceller.ts'
import type { DeadLetters } from '../dead-letters.ts'
import type { PipelineServices } from './pipeline-services.ts'
import type { PipelineCancellation } from './stage-items.ts'

/** How a run is started. */
export type StartOptions = {
  /** Given to the functions of the phases. */
  readonly input?: unknown
}

/** What `pipelines.start` came to. */
export type StartedRun = {
  /** False: one is under way, with the input that it has. It goes through its phases once more before `job` ends. */
  readonly started: boolean
  readonly job: string
}

/** A run may end or begin between two looks at it; it does not do so for ever. */
const maxTries = 20

/** Starts and cancels runs of pipelines of phases. */
export class PhaseRuns {
  readonly #services: PipelineServices
  readonly #canceller: Canceller
  readonly #deadLetters: DeadLetters

  constructor(services: PipelineServices, canceller: Canceller, deadLetters: DeadLetters) {
    this.#services = services
    this.#canceller = canceller
    this.#deadLetters = deadLetters
  }

  /** One run over a subject at a time: the key of its job sees to it. */
  async start(definition: PhasesDefinition, subject: string, options: StartOptions): Promise<StartedRun> {
    refuseUnknownOptions('pipelines.start', options, ['input'])
    checkName('the subject of a run', subject)
    const { enqueuer, transactions, runner } = this.#services
    const { name, runJob } = definition
    const body = options.input === undefined ? { subject } : { subject, input: options.input }
    const prepared = await enqueuer.prepare(runJob, body)
    const enqueue = () =>
      transactions.run(async (_, own) => {
        const [{ id, duplicate }] = (await enqueuer.write(own, [prepared])) as [Enqueued]
        if (!duplicate) await openRun(own, name, subject, jobPosition(id))
        return { id, duplicate, goesOn: !duplicate || (await askAgain(own, jobPosition(id))) }
      })
    let { id, duplicate, goesOn } = await enqueue()
    // it ended between the two looks, and its key is free
    for (let tries = 0; !goesOn && tries < maxTries; tries++) ({ id, duplicate, goesOn } = await enqueue())
    if (!duplicate) return { started: true, job: id }
    // one that has failed for good holds its key: it is taken up again
    if ((await findJob(runner, id))?.status !== 'failed') return { started: false, job: id }
    return this.#startAgain(definition, subject, id, body)
  }

  async cancel(definition: PhasesDefinition, subject: string): Promise<PipelineCancellation> {
    checkName('the subject of a run', subject)
    const { runner, events } = this.#services
    let state: WorkState | 'unknown' = 'unknown'
    for (let tries = 0, last = ''; tries < maxTries; tries++) {
      const id = await findByKey(runner, definition.runJob.type, subject)
      // the newest has ended, and nothing followed it
      if (id === undefined || id === last) break
      last = id
      const [answer] = await this.#canceller.cancel([id])
      if (answer!.cancelled) {
        await cancelRunOf(runner, jobPosition(id))
        events.emit('pipeline.cancel', { pipeline: definition.name, item: subject })
        return { cancelled: true, state: 'cancelled' }
      }
      state = answer!.state === 'succeeded' ? 'done' : answer!.state
    }
    return { cancelled: false, state }
  }

  async #startAgain(definition: PhasesDefinition, subject: string, dead: string, body: object): Promise<StartedRun> {
    const { runner } = this.#services
    try {
      const { id } = await this.#deadLetters.replay(dead, { body })
      await openRun(runner, definition.name, subject, jobPosition(id))
      return { started: true, job: id }
    } catch (error) {
      // somebody else was faster
      if (!(error instanceof PawlError) || error.code !== 'not-dead') throw error
      return {
        started: false,
        job: (await findByKey(runner, definition.runJob.type, subject)) ?? jobId(jobPosition(dead)),
      }
    }
  }
}
