import type { ErrorRecord } from '../job/error-record.ts'
import type { PhaseCounts } from '../pipeline/phase-progress.ts'
import { camelCase } from './jobs.ts'
import type { WorkState } from './pipelines.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** A phase of a run, as it was written last. Times are texts, as JSON has them. */
export type PhaseRow = PhaseCounts & {
  readonly phase: string
  readonly label: string
  readonly unit: string
  readonly perSecond: number | null
  readonly startedAt: string
  readonly writtenAt: string
  readonly finishedAt: string | null
}

export type RunRow = {
  readonly id: number
  readonly pipeline: string
  readonly subject: string
  readonly state: WorkState
  readonly job: string
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly phases: readonly PhaseRow[]
}

/** Where the rows of a phase are. */
export type PhaseRef = { readonly pipeline: string; readonly subject: string; readonly phase: string }

/** A row that has failed before: in so many runs, in which one last, and which one has met it last. */
export type KnownFailure = {
  readonly key: string
  readonly failures: number
  readonly runId: number
  readonly seenRun: number
}

/** A row that has failed, as people see it. */
export type RowFailure = {
  readonly phase: string
  readonly key: string
  readonly failures: number
  readonly run: number
  readonly error: ErrorRecord
  readonly at: Date
}

/** Which runs are listed. */
export type RunFilter = {
  readonly pipeline?: string
  readonly subject?: string
  readonly before?: number
  readonly limit?: number
}

const open = statement('run_open')
const begin = statement('run_begin')
const leave = statement('run_leave')
const end = statement('run_end')
const renew = statement('run_renew')
const again = statement('run_again')
const look = statement('run_look')
const cancel = statement('run_cancel')
const list = statement('run_list')
const findPhase_ = statement('phase_find')
const beginPhase_ = statement('phase_begin')
const writePhase_ = statement('phase_write')
const leavePhase_ = statement('phase_leave')
const find = statement('failures_find')
const see = statement('failures_see')
const tidy = statement('failures_tidy')
const note = statement('failures_note')
const forget = statement('failures_forget')
const failures = statement('failures_list')
const forgive = statement('failures_forgive')

export async function openRun(runner: Runner, pipeline: string, subject: string, job: number): Promise<number> {
  const [row] = await runner.run(open, [pipeline, subject, job])
  return row.id
}

/** False: the one before was cancelled, and is still at work. */
export async function beginRun(runner: Runner, run: number, holder: string): Promise<boolean> {
  return (await runner.run(begin, [run, holder])).length > 0
}

export async function leaveRun(runner: Runner, run: number, holder: string): Promise<void> {
  await runner.run(leave, [run, holder])
}

/** False: somebody has asked for it once more, and it goes on. */
export async function endRun(runner: Runner, run: number): Promise<boolean> {
  const [row] = await runner.run(end, [run])
  return row?.again !== true
}

/** Whether it was asked for once more: then its phases are open again. */
export async function renewRun(runner: Runner, run: number): Promise<boolean> {
  return (await runner.run(renew, [run])).length > 0
}

/** Asks the run of this job to go through its phases once more. False: it has ended. */
export async function askAgain(runner: Runner, job: number): Promise<boolean> {
  if ((await runner.run(again, [job])).length > 0) return true
  const [row] = await runner.run(look, [job])
  // one that a person has replayed has no record before it begins
  return row === undefined || row.ended_as === null
}

export async function cancelRunOf(runner: Runner, job: number): Promise<void> {
  await runner.run(cancel, [job])
}

export async function listRuns(runner: Runner, filter: RunFilter): Promise<RunRow[]> {
  const { pipeline = null, subject = null, before = null, limit = 20 } = filter
  return (await runner.run(list, [pipeline, subject, before, limit])).map((row) => camelCase<RunRow>(row))
}

export async function findPhase(
  runner: Runner,
  run: number,
  phase: string,
): Promise<{ readonly finished: boolean; readonly counts: PhaseCounts } | undefined> {
  const [row] = await runner.run(findPhase_, [run, phase])
  if (row === undefined) return undefined
  const { finished, ...counts } = row
  return { finished, counts }
}

/** `undone`: how many rows, or null. */
export async function beginPhase(
  runner: Runner,
  run: number,
  place: number,
  { name, label, unit }: { readonly name: string; readonly label: string; readonly unit: string },
  undone: number | null,
): Promise<PhaseCounts> {
  const [row] = await runner.run(beginPhase_, [run, name, place, label, unit, undone])
  return row
}

export async function writePhase(
  runner: Runner,
  run: number,
  phase: string,
  counts: PhaseCounts & { readonly perSecond: number | null },
  finished: boolean,
): Promise<void> {
  const { done, failed, skipped, total, perSecond } = counts
  await runner.run(writePhase_, [run, phase, done, counts.new, failed, skipped, total, perSecond, finished])
}

/** The same from an attempt that may write nothing any more, as far as no other one has taken over. */
export async function leavePhase(
  runner: Runner,
  run: number,
  holder: string,
  phase: string,
  counts: PhaseCounts & { readonly perSecond: number | null },
): Promise<void> {
  const { done, failed, skipped, total, perSecond } = counts
  await runner.run(leavePhase_, [run, holder, phase, done, counts.new, failed, skipped, total, perSecond])
}

export async function findFailures(
  runner: Runner,
  { pipeline, subject, phase }: PhaseRef,
  keys: readonly string[],
): Promise<KnownFailure[]> {
  return (await runner.run(find, [pipeline, subject, phase, keys])).map((row) => camelCase<KnownFailure>(row))
}

/** Notes that this run has met rows that have failed: those that it has not are forgotten when the phase ends. */
export async function seeFailures(
  runner: Runner,
  { pipeline, subject, phase }: PhaseRef,
  run: number,
  keys: readonly string[],
): Promise<void> {
  await runner.run(see, [pipeline, subject, phase, run, keys])
}

export async function tidyFailures(runner: Runner, { pipeline, subject, phase }: PhaseRef, run: number): Promise<void> {
  await runner.run(tidy, [pipeline, subject, phase, run])
}

export type NewFailure = { readonly key: string; readonly error: ErrorRecord; readonly counts: number }

export async function noteFailures(
  runner: Runner,
  { pipeline, subject, phase }: PhaseRef,
  run: number,
  failed: readonly NewFailure[],
): Promise<void> {
  const sorted = [...failed].sort((a, b) => (a.key < b.key ? -1 : 1))
  const columns = [sorted.map(({ key }) => key), sorted.map(({ error }) => JSON.stringify(error))]
  await runner.run(note, [pipeline, subject, phase, run, ...columns, sorted.map(({ counts }) => counts)])
}

export async function forgetFailures(
  runner: Runner,
  { pipeline, subject, phase }: PhaseRef,
  keys: readonly string[],
): Promise<void> {
  await runner.run(forget, [pipeline, subject, phase, keys])
}

export async function listFailures(
  runner: Runner,
  of: { readonly pipeline: string; readonly subject: string },
  page: { phase: string | null; after: { phase: string; key: string } | undefined; limit: number },
): Promise<RowFailure[]> {
  const { phase, after, limit } = page
  const values = [of.pipeline, of.subject, phase, after?.phase ?? '', after?.key ?? '', limit]
  return (await runner.run(failures, values)).map((row) => camelCase<RowFailure>(row))
}

export async function forgiveFailures(
  runner: Runner,
  of: { readonly pipeline: string; readonly subject: string },
  phase: string | null,
): Promise<number> {
  const [row] = await runner.run(forgive, [of.pipeline, of.subject, phase])
  return row.forgiven
}
