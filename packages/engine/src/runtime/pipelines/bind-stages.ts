import { PawlError } from '../../errors.ts'
import { Deferral } from '../../job/deferral.ts'
import type { Job, Tx } from '../../job/job.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import { jobPosition } from '../../job/job-id.ts'
import { encodeValue } from '../../job/result.ts'
import { decideLeg, type LeaveReason } from '../../pipeline/decide-leg.ts'
import type { StageBody, StagesDefinition, SubmitBody } from '../../pipeline/define-stages.ts'
import { readInput } from '../../pipeline/item-input.ts'
import type { StageItem } from '../../pipeline/stage.ts'
import { beginItem, endItem, followItem, keepStageResult, lockItem, moveItem } from '../../postgres/items.ts'
import { throughConflicts } from '../../postgres/through-conflicts.ts'
import { transactionRunner } from '../../postgres/transactions/transaction-runner.ts'
import { outsideVersion } from './outside-version.ts'
import type { PipelineServices } from './pipeline-services.ts'
import { StageItems } from './stage-items.ts'
import { StageRunJob } from './stage-run-job.ts'

type Stage = StagesDefinition['stages'][number]
/** What a stage's function came to, and the version its item moves on with. */
type Came = { readonly result: unknown; readonly nextVersion: number }

/** The jobs of a pipeline of stages, which work on their items and move them on, and one that submits an item. */
export function bindStages(definition: StagesDefinition, services: PipelineServices): JobDefinition[] {
  const legs = definition.stages.map((stage, i) => {
    const leg = new StageLeg(definition, stage, definition.stages[i + 1], services)
    return { ...stage.job, run: (job: Job<StageBody>) => leg.run(job) } as JobDefinition
  })
  const submit = ({ body: { item, input, from } }: Job<SubmitBody>) =>
    new StageItems(services, services.canceller)
      .submit(definition, item, input, { ...(from && { from }) })
      .catch((error) => {
        // its row was deleted meanwhile: nobody wants it any more
        if (error.code === 'unknown-item') return { taken: false }
        throw error
      })
  return [...legs, { ...definition.job, run: submit } as JobDefinition]
}

/**
 * One stage of a pipeline: what its job does. Result, rows of the user, the item's new place and the next stage's job are one
 * fenced transaction.
 */
class StageLeg {
  readonly #definition: StagesDefinition
  readonly #stage: Stage
  readonly #next: Stage | undefined
  readonly #services: PipelineServices

  constructor(definition: StagesDefinition, stage: Stage, next: Stage | undefined, services: PipelineServices) {
    this.#definition = definition
    this.#stage = stage
    this.#next = next
    this.#services = services
  }

  async run(job: Job<StageBody>): Promise<unknown> {
    const { item, version } = job.body
    const ref = { pipeline: this.#definition.name, item }
    const row = await beginItem(this.#services.runner, ref)
    const decision = decideLeg(row, this.#legOf(job), await this.#lookOutside(item))
    if (decision !== 'go' || row === undefined) return this.#leave(job, decision as LeaveReason)
    if (row.jobId !== jobPosition(job.id)) {
      await followItem(this.#services.runner, ref, version, jobPosition(job.id))
    }
    const { results, nextVersion } = row
    const input = await readInput(this.#definition, item, row.hasInput ? row.input : undefined)
    const given: StageItem = { ...ref, stage: this.#stage.name, input, results, version }
    const inner = new StageRunJob(job)
    const result = await this.#stage.run(given, inner)
    if (result instanceof Deferral) return result
    return this.#moveOn(job, inner, given, { result, nextVersion })
  }

  #legOf(job: Job<StageBody>) {
    return { stage: this.#stage.name, version: job.body.version }
  }

  async #moveOn(job: Job<StageBody>, inner: StageRunJob, given: StageItem, came: Came): Promise<void> {
    const { name, maxResultBytes } = this.#stage
    const { pipeline, item } = given
    const text = encodeValue(`what the stage '${name}' of '${pipeline}' returned`, came.result, maxResultBytes)
    let left: LeaveReason | undefined
    await this.#commit(job, async (tx) => {
      const decision = await this.#decide(tx, job)
      left = decision === 'go' ? undefined : decision
      if (left !== undefined) return void (await endItem(transactionRunner(tx), given, 'cancelled', left))
      await inner.write(() => this.#stage.write?.(tx, came.result, given, inner))
      await keepStageResult(transactionRunner(tx), given, name, text)
      if (!(await this.#toNext(tx, job, given, came.nextVersion))) throw changedInWrite(given)
    })
    if (left !== undefined) return this.#tellLeft(item, left)
    this.#services.events.emit('pipeline.move', { pipeline, item, from: name, to: this.#next?.name ?? null })
  }

  /** What the stage has worked out is worth more than a transaction that had to make way for another one. */
  #commit(job: Job<StageBody>, write: (tx: Tx) => Promise<void>): Promise<void> {
    return throughConflicts(
      () => job.commit(write),
      (error) => job.log.warn(`the move is made again: ${(error as Error).message}`),
    )
  }

  /** Whether the item is still this leg's own; it stays so until the transaction ends. */
  async #decide(tx: Tx, job: Job<StageBody>): Promise<'go' | LeaveReason> {
    const { item } = job.body
    const row = await lockItem(transactionRunner(tx), { pipeline: this.#definition.name, item })
    return decideLeg(row, this.#legOf(job), await outsideVersion(this.#definition, () => tx, item))
  }

  /** The item's new place, and the job there. False: the item is not what it was when it was locked. */
  async #toNext(tx: Tx, job: Job<StageBody>, given: StageItem, version: number): Promise<boolean> {
    const runner = transactionRunner(tx)
    const { item } = given
    if (this.#next === undefined) return endItem(runner, given, 'done', null)
    const { id } = await job.enqueue(this.#next.job, { item, version })
    const outside = await outsideVersion(this.#definition, () => tx, item)
    return moveItem(runner, given, { version, stage: this.#next.name, job: jobPosition(id), outside })
  }

  /** Its item is not its own: it ends, and nothing of it is left. What somebody has changed outside is not taken further. */
  async #leave(job: Job<StageBody>, reason: LeaveReason): Promise<void> {
    const { item, version } = job.body
    const ref = { pipeline: this.#definition.name, item }
    await this.#commit(job, async (tx) => {
      await endItem(transactionRunner(tx), { ...ref, version }, 'cancelled', reason)
    })
    this.#tellLeft(item, reason)
  }

  #tellLeft(item: string, reason: LeaveReason): void {
    const { name: pipeline } = this.#definition
    this.#services.events.emit('pipeline.leave', { pipeline, item, stage: this.#stage.name, reason })
  }

  async #lookOutside(item: string) {
    if (this.#definition.version === undefined) return undefined
    return this.#services.transactions.run((client) => outsideVersion(this.#definition, () => client, item))
  }
}

/** The user's `write` has the transaction in its hands, and may have done something to the item itself. */
function changedInWrite({ pipeline, item, stage }: StageItem): PawlError {
  return new PawlError(
    'item-changed',
    `the item '${item}' of '${pipeline}' was changed inside of the write of its own stage '${stage}'; nothing was written`,
  )
}
