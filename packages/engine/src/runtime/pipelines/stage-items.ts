import { checkName, checkNumber, refuseUnknownOptions } from '../../check-options.ts'
import { PawlError } from '../../errors.ts'
import type { CallerTransaction } from '../../job/enqueue-options.ts'
import { jobId, jobPosition } from '../../job/job-id.ts'
import type { Outside } from '../../pipeline/decide-leg.ts'
import type { StagesDefinition } from '../../pipeline/define-stages.ts'
import { encodeInput } from '../../pipeline/item-input.ts'
import type { Discarded } from '../../postgres/dead-letters.ts'
import { reserveIds } from '../../postgres/enqueue.ts'
import {
  discardLetter,
  dropStageResults,
  endItem,
  type ItemRef,
  insertItem,
  itemState,
  keptStageResults,
  type LockedItem,
  lockItem,
  removeItem,
  takeItem,
} from '../../postgres/items.ts'
import type { NewJob } from '../../postgres/new-job.ts'
import type { WorkState } from '../../postgres/pipelines.ts'
import type { Runner } from '../../postgres/runner.ts'
import { throughConflicts } from '../../postgres/through-conflicts.ts'
import { namedRows } from '../../postgres/transactions/named-rows.ts'
import { runnerTx } from '../../postgres/transactions/runner-tx.ts'
import { transactionRunner } from '../../postgres/transactions/transaction-runner.ts'
import { suggest } from '../../suggest.ts'
import type { Canceller } from '../canceller.ts'
import { outsideVersion } from './outside-version.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** What `submit` and `retry` came to. */
export type Submission = {
  /** False: it is queued or running in a stage already, and stays as it is. */
  readonly taken: boolean
  readonly state: WorkState
  readonly stage: string
  readonly version: number
  /** The job of its stage. */
  readonly job: string
}

/** How an item is submitted. */
export type SubmitOptions = {
  /** Your own transaction, of any library that `enqueue` takes. */
  readonly tx?: CallerTransaction
  /**
   * The stage at which the item begins, with the kept results of the stages before it. If one of those is missing, the item begins
   * at the stage whose result is missing.
   * @defaultValue the first stage
   */
  readonly from?: string
}

/** From which stage an item is tried again. */
export type RetryOptions = Pick<SubmitOptions, 'tx'> & {
  /** Where it stands when left out; one that is done has to be told. */
  readonly from?: string
}

/** What `pipelines.cancel` came to. */
export type PipelineCancellation = { readonly cancelled: boolean; readonly state: WorkState | 'unknown' }

/** A stage's job for an item, ready to be written. */
type Leg = {
  readonly stage: string
  readonly version: number
  readonly outside: Outside
  readonly prepared: NewJob
}
type Place = Leg & {
  /** Stages whose results stay. */
  readonly keep: readonly string[]
  readonly input: string | null
  readonly newInput: boolean
}
type Taken = { readonly answer: Submission; readonly item: string; readonly discarded: readonly Discarded[] }

/** Puts items into pipelines of stages, and takes them out. */
export class StageItems {
  readonly #services: PipelineServices
  readonly #canceller: Canceller

  constructor(services: PipelineServices, canceller: Canceller) {
    this.#services = services
    this.#canceller = canceller
  }

  async submit(
    definition: StagesDefinition,
    item: string,
    input: unknown,
    options: SubmitOptions,
  ): Promise<Submission> {
    refuseUnknownOptions('pipelines.submit', options, ['tx', 'from'])
    const ref = refOf(definition, item)
    const names = definition.stages.map(({ name }) => name)
    const before = options.from === undefined ? [] : names.slice(0, stagePlace(definition, options.from))
    const text = await encodeInput(definition, input)
    return this.#take(definition, options.tx, async (runner) => {
      const rows = namedRows(runner)
      let row = await lockItem(rows, ref)
      const busy = row && (await busyAs(rows, row))
      if (busy !== undefined) return busy
      const keep = await leadingResults(rows, ref, before)
      const stage = definition.stages[keep.length]!
      const leg = await this.#prepare(runner, definition, ref, stage)
      if (row === undefined && !(await insertItem(rows, ref, leg.version, stage.name))) {
        row = await lockItem(rows, ref)
        // it was removed between two statements; whoever submits again will succeed
        if (row === undefined)
          throw new PawlError('item-removed', `the item '${item}' is being removed; submit it again`)
        const other = await busyAs(rows, row)
        if (other !== undefined) return other
      }
      return this.#put(runner, ref, row, { ...leg, keep, input: text, newInput: true })
    })
  }

  async retry(definition: StagesDefinition, item: string, options: RetryOptions): Promise<Submission> {
    refuseUnknownOptions('pipelines.retry', options, ['tx', 'from'])
    const ref = refOf(definition, item)
    return this.#take(definition, options.tx, async (runner) => {
      const rows = namedRows(runner)
      const row = await lockItem(rows, ref)
      if (row === undefined) throw unknownItem(ref)
      const busy = await busyAs(rows, row)
      if (busy !== undefined) return busy
      const from = stageFrom(definition, row, options.from)
      const before = definition.stages.slice(0, from).map(({ name }) => name)
      const kept = await keptStageResults(rows, ref)
      const missing = before.find((name) => !kept.has(name))
      if (missing !== undefined) {
        throw new PawlError(
          'stage-not-reached',
          `the item '${item}' has no result of the stage '${missing}': retry it from there`,
        )
      }
      const leg = await this.#prepare(runner, definition, ref, definition.stages[from]!)
      return this.#put(runner, ref, row, { ...leg, keep: before, input: null, newInput: false })
    })
  }

  /** Whatever its stage still does counts for nothing from here on. */
  async cancel(definition: StagesDefinition, item: string): Promise<PipelineCancellation> {
    const ref = refOf(definition, item)
    const found = await this.#services.transactions.run(async (_, runner) => {
      const row = await lockItem(runner, ref)
      if (row === undefined) return undefined
      const state = await itemState(runner, row)
      const isLive = state === 'queued' || state === 'running'
      if (isLive) await endItem(runner, { ...ref, version: row.version }, 'cancelled', 'asked')
      return { state, isLive, job: row.jobId }
    })
    if (found === undefined) return { cancelled: false, state: 'unknown' }
    if (!found.isLive) return { cancelled: false, state: found.state }
    this.#services.events.emit('pipeline.cancel', { ...ref })
    // after the row, never before: a stage that is moving the item on has its outcome first and waits for the row
    await this.#canceller.cancel([jobId(found.job)])
    return { cancelled: true, state: 'cancelled' }
  }

  /** Forgets an item, whatever it is doing. False: there is none. */
  async remove(definition: StagesDefinition, item: string): Promise<boolean> {
    const job = await removeItem(this.#services.runner, refOf(definition, item))
    if (job === undefined) return false
    await this.#canceller.cancel([jobId(job)])
    this.#tellDiscarded(await discardLetter(this.#services.runner, job))
    return true
  }

  async #take(
    definition: StagesDefinition,
    tx: CallerTransaction | undefined,
    work: (runner: Runner) => Promise<Taken | Submission>,
  ): Promise<Submission> {
    const done =
      tx === undefined
        ? await throughConflicts(() => this.#services.transactions.run((_, runner) => work(runner)))
        : await work(transactionRunner(tx))
    if ('taken' in done) return done
    const { item, discarded, answer } = done
    const { stage, job } = answer
    this.#tellDiscarded(discarded)
    this.#services.events.emit('pipeline.submit', { pipeline: definition.name, item, stage, job })
    return answer
  }

  #tellDiscarded(discarded: readonly Discarded[]): void {
    for (const { position, queue, type } of discarded) {
      this.#services.events.emit('job.discard', { id: jobId(position), type, queue })
    }
  }

  /** All that can be refused comes before the first write: the caller's transaction stays usable. */
  async #prepare(
    runner: Runner,
    definition: StagesDefinition,
    { item }: ItemRef,
    { name: stage, job }: StagesDefinition['stages'][number],
  ): Promise<Leg> {
    const outside = await outsideVersion(definition, () => runnerTx(namedRows(runner)), item)
    if (outside === null) {
      throw new PawlError('unknown-item', `there is no row of yours for the item '${item}' of '${definition.name}'`)
    }
    const [version] = await reserveIds(runner, 1)
    const prepared = await this.#services.enqueuer.prepare(job, { item, version })
    return { stage, version: version!, outside, prepared }
  }

  /** If the item was there before: the dead letter that it may have left behind could only be replayed in vain. */
  async #put(runner: Runner, ref: ItemRef, before: LockedItem | undefined, to: Place): Promise<Taken> {
    const { stage, version, outside, input, newInput } = to
    const rows = namedRows(runner)
    if (before !== undefined) await dropStageResults(rows, ref, to.keep)
    const discarded = before === undefined ? [] : await discardLetter(rows, before.jobId)
    const [enqueued] = await this.#services.enqueuer.write(runner, [to.prepared])
    const job = enqueued!.id
    await takeItem(rows, ref, { stage, version, outside, input, newInput, job: jobPosition(job) })
    return { answer: { taken: true, state: 'queued', stage, version, job }, item: ref.item, discarded }
  }
}

function refOf({ name }: StagesDefinition, item: string): ItemRef {
  return { pipeline: name, item: checkName('the name of an item', item) }
}

/** The first of these stages, up to the first one that has no result. */
async function leadingResults(runner: Runner, ref: ItemRef, stages: readonly string[]): Promise<readonly string[]> {
  if (stages.length === 0) return []
  const kept = await keptStageResults(runner, ref)
  const missing = stages.findIndex((name) => !kept.has(name))
  return missing < 0 ? stages : stages.slice(0, missing)
}

/** What to answer for an item that is under way. */
async function busyAs(runner: Runner, row: LockedItem): Promise<Submission | undefined> {
  const state = await itemState(runner, row)
  if (state !== 'queued' && state !== 'running') return undefined
  return { taken: false, state, stage: row.stage, version: row.version, job: jobId(row.jobId) }
}

function stageFrom(definition: StagesDefinition, row: LockedItem, from: string | undefined): number {
  if (from === undefined && row.endedAs === 'done') {
    const names = definition.stages.map(({ name }) => name)
    throw new PawlError(
      'invalid-option',
      `the item is done: say from which stage it is to be tried again (${names.join(', ')})`,
    )
  }
  return stagePlace(definition, from ?? row.stage)
}

function stagePlace(definition: StagesDefinition, wanted: string): number {
  const names = definition.stages.map(({ name }) => name)
  const place = names.indexOf(wanted)
  if (place >= 0) return place
  throw new PawlError(
    'unknown-stage',
    `'${definition.name}' has no stage '${wanted}'${suggest(wanted, names)} (it has: ${names.join(', ')})`,
  )
}

export function unknownItem({ pipeline, item }: ItemRef): PawlError {
  return new PawlError('unknown-item', `the pipeline '${pipeline}' has no item '${item}'`)
}

export function checkLimit(where: string, limit: number | undefined): void {
  if (limit !== undefined) checkNumber(`${where}: limit`, limit, { min: 1, max: 10_000 })
}
