import type { ItemRow, Outside } from '../pipeline/decide-leg.ts'
import type { StageCounts } from '../pipeline/stage-progress.ts'
import type { Discarded } from './dead-letters.ts'
import { camelCase } from './jobs.ts'
import type { WorkState } from './pipelines.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

export type ItemRef = { readonly pipeline: string; readonly item: string }
/** An item while it has this version. */
export type ItemLeg = ItemRef & { readonly version: number }
export type LockedItem = ItemRow & { readonly jobId: number }
export type BegunItem = LockedItem & {
  /** What its version is to be when it moves on. */
  readonly nextVersion: number
  readonly input: unknown
  /** It was submitted with something, be it null. */
  readonly hasInput: boolean
  readonly results: Readonly<Record<string, unknown>>
}

/** An item of a pipeline of stages, as people see it. */
export type ItemView = {
  readonly pipeline: string
  readonly item: string
  readonly version: number
  /** Where it is, or where it ended. */
  readonly stage: string
  readonly state: WorkState
  /** Why it was cancelled. */
  readonly reason: string | null
  /** The job of its stage: what `pawl.job` and `pawl.watch` take. */
  readonly job: string
  readonly createdAt: Date
  readonly movedAt: Date
}

/** The same with what went in and what came out. */
export type ItemDetail = ItemView & {
  readonly input: unknown
  readonly results: Readonly<Record<string, unknown>>
}

/** Which items are listed. */
export type ItemFilter = {
  readonly stage?: string
  readonly state?: WorkState
  /** The version of the last one of the page before. */
  readonly before?: number
  readonly limit?: number
}

const insert = statement('item_insert')
const lock = statement('item_lock')
const take = statement('item_take')
const begin = statement('item_begin')
const follow = statement('item_follow')
const move = statement('item_move')
const end = statement('item_end')
const remove = statement('item_remove')
const show = statement('item_show')
const list = statement('item_list')
const keep = statement('item_result_keep')
const drop = statement('item_results_drop')
const kept = statement('item_results_kept')
const state = statement('item_state')
const counts = statement('stage_counts')
const discard = statement('item_letter_discard')

/** False: there is one. */
export async function insertItem(
  runner: Runner,
  { pipeline, item }: ItemRef,
  version: number,
  stage: string,
): Promise<boolean> {
  return (await runner.run(insert, [pipeline, item, version, stage])).length === 1
}

export async function lockItem(runner: Runner, { pipeline, item }: ItemRef): Promise<LockedItem | undefined> {
  const [row] = await runner.run(lock, [pipeline, item])
  return row && camelCase<LockedItem>(row)
}

export async function takeItem(
  runner: Runner,
  { pipeline, item }: ItemRef,
  to: { version: number; stage: string; job: number; outside: Outside; input: string | null; newInput: boolean },
): Promise<void> {
  const { version, stage, job, outside, input, newInput } = to
  await runner.run(take, [pipeline, item, version, stage, job, outside ?? null, input, newInput])
}

export async function beginItem(runner: Runner, { pipeline, item }: ItemRef): Promise<BegunItem | undefined> {
  const [row] = await runner.run(begin, [pipeline, item])
  return row && camelCase<BegunItem>(row)
}

export async function followItem(
  runner: Runner,
  { pipeline, item }: ItemRef,
  version: number,
  job: number,
): Promise<void> {
  await runner.run(follow, [pipeline, item, version, job])
}

/** False: it has another version, or has ended. */
export async function moveItem(
  runner: Runner,
  { pipeline, item, version }: ItemLeg,
  to: { version: number; stage: string; job: number; outside: Outside },
): Promise<boolean> {
  const values = [pipeline, item, version, to.version, to.stage, to.job, to.outside ?? null]
  return (await runner.run(move, values)).length === 1
}

/** False: it has another version, or has ended. */
export async function endItem(
  runner: Runner,
  { pipeline, item, version }: ItemLeg,
  as: 'done' | 'cancelled',
  reason: string | null,
): Promise<boolean> {
  return (await runner.run(end, [pipeline, item, version, as, reason])).length === 1
}

/** What a locked item is doing. */
export async function itemState(runner: Runner, { endedAs, jobId }: LockedItem): Promise<WorkState> {
  const [row] = await runner.run(state, [endedAs, jobId])
  return row.state
}

/** The job it had; undefined when there was no such item. */
export async function removeItem(runner: Runner, { pipeline, item }: ItemRef): Promise<number | undefined> {
  const [row] = await runner.run(remove, [pipeline, item])
  return row?.job_id
}

export async function showItem(runner: Runner, { pipeline, item }: ItemRef): Promise<ItemDetail | undefined> {
  const [row] = await runner.run(show, [pipeline, item])
  return row && camelCase<ItemDetail>(row)
}

export async function listItems(runner: Runner, pipeline: string, filter: ItemFilter): Promise<ItemView[]> {
  const { stage = null, state = null, before = null, limit = 100 } = filter
  const rows = await runner.run(list, [pipeline, stage, state, before, limit])
  return rows.map((row) => camelCase<ItemView>(row))
}

export async function keepStageResult(
  runner: Runner,
  { pipeline, item }: ItemRef,
  stage: string,
  value: string | undefined,
): Promise<void> {
  await runner.run(keep, [pipeline, item, stage, value ?? null])
}

export async function dropStageResults(
  runner: Runner,
  { pipeline, item }: ItemRef,
  stay: readonly string[],
): Promise<void> {
  await runner.run(drop, [pipeline, item, stay])
}

export async function keptStageResults(runner: Runner, { pipeline, item }: ItemRef): Promise<Set<string>> {
  return new Set((await runner.run(kept, [pipeline, item])).map(({ stage }) => stage))
}

export async function countStages(runner: Runner, pipeline: string, withinMs: number): Promise<StageCounts[]> {
  return (await runner.run(counts, [pipeline, withinMs])).map((row) => camelCase<StageCounts>(row))
}

/** The dead letter of this job, or of its last replay, if nobody has decided on it. */
export async function discardLetter(runner: Runner, job: number): Promise<Discarded[]> {
  return (await runner.run(discard, [job])).map((row) => camelCase<Discarded>(row))
}
