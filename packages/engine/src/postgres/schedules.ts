import type { ErrorRecord } from '../job/error-record.ts'
import type { JobId } from '../job/job-id.ts'
import type { ScheduleSpec } from '../schedule/schedule-spec.ts'
import { camelCase } from './jobs.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** What a look at a schedule sees. */
export type SeenSchedule = {
  readonly spec: ScheduleSpec
  readonly superseded: readonly ScheduleSpec[]
  readonly paused: boolean
  readonly failures: number
  /** Negative: its tick, or the next try, has come. */
  readonly dueInMs: number
  readonly undeclaredMs: number
  readonly unattendedMs: number
}

/** PostgreSQL's time, and the schedules that have a row. */
export type Look = { readonly now: Date; readonly seen: ReadonlyMap<string, SeenSchedule> }

/** A schedule whose row is locked. */
export type LockedSchedule = {
  readonly spec: ScheduleSpec
  readonly superseded: readonly ScheduleSpec[]
  readonly nextAt: Date
  readonly lastTick: Date | null
  readonly attendedAt: Date
  readonly unattendedMs: number
  readonly paused: boolean
  readonly failures: number
  readonly lastJob: JobId | null
  readonly now: Date
}

export type ScheduleRow = {
  readonly name: string
  readonly spec: ScheduleSpec
  readonly nextAt: Date
  readonly lastAt: Date | null
  readonly lastJob: JobId | null
  readonly pausedAt: Date | null
  readonly failures: number
  readonly retryAt: Date | null
  readonly error: ErrorRecord | null
  readonly createdAt: Date
  readonly undeclaredMs: number
}

const look = statement('schedule_look')
const insert = statement('schedule_insert')
const declare = statement('schedule_declare')
const lockDue = statement('schedule_lock_due')
const lock = statement('schedule_lock')
const advance = statement('schedule_advance')
const noteFire = statement('schedule_note_fire')
const fail = statement('schedule_fail')
const takeOver = statement('schedule_take_over')
const pause = statement('schedule_pause')
const resume = statement('schedule_resume')
const list = statement('schedule_list')
const remove = statement('schedule_remove')

export async function lookAtSchedules(runner: Runner, names: readonly string[]): Promise<Look> {
  const rows = await runner.run(look, [names])
  const found = rows.filter((row) => row.spec !== null)
  return { now: rows[0].now, seen: new Map(found.map((row) => [row.name, camelCase<SeenSchedule>(row)])) }
}

export async function insertSchedule(runner: Runner, name: string, spec: ScheduleSpec, nextAt: Date): Promise<void> {
  await runner.run(insert, [name, JSON.stringify(spec), nextAt])
}

export async function declareSchedules(
  runner: Runner,
  names: readonly string[],
  attended: readonly string[],
): Promise<void> {
  await runner.run(declare, [names, attended])
}

/** For the one who fires: nothing when it is not due, or somebody else has it. */
export async function lockDueSchedule(
  runner: Runner,
  name: string,
  spec: ScheduleSpec,
): Promise<LockedSchedule | undefined> {
  const [row] = await runner.run(lockDue, [name, JSON.stringify(spec)])
  return row && camelCase<LockedSchedule>(row)
}

export async function lockSchedule(runner: Runner, name: string): Promise<LockedSchedule | undefined> {
  const [row] = await runner.run(lock, [name])
  return row && camelCase<LockedSchedule>(row)
}

export type Advance = {
  readonly nextAt: Date
  readonly handled: Date
  readonly fired: boolean
  readonly job: number | null
}

export async function advanceSchedule(runner: Runner, name: string, to: Advance): Promise<void> {
  await runner.run(advance, [name, to.nextAt, to.handled, to.fired, to.job])
}

export async function noteScheduleFire(runner: Runner, name: string, job: number | null): Promise<void> {
  await runner.run(noteFire, [name, job])
}

export async function failSchedule(
  runner: Runner,
  name: string,
  failures: number,
  retryMs: number,
  error: ErrorRecord,
): Promise<void> {
  await runner.run(fail, [name, failures, retryMs, JSON.stringify(error)])
}

export async function takeOverSchedule(
  runner: Runner,
  name: string,
  to: { readonly spec: ScheduleSpec; readonly superseded: readonly ScheduleSpec[]; readonly nextAt: Date },
): Promise<void> {
  await runner.run(takeOver, [name, JSON.stringify(to.spec), JSON.stringify(to.superseded), to.nextAt])
}

/** False when there is no such schedule. */
export async function pauseSchedule(runner: Runner, name: string): Promise<boolean> {
  return (await runner.run(pause, [name])).length > 0
}

export async function resumeSchedule(runner: Runner, name: string, nextAt: Date): Promise<void> {
  await runner.run(resume, [name, nextAt])
}

export async function listSchedules(runner: Runner): Promise<ScheduleRow[]> {
  return (await runner.run(list)).map((row) => camelCase<ScheduleRow>(row))
}

/** False when a process has declared it since. */
export async function removeSchedule(runner: Runner, name: string, undeclaredMs: number): Promise<boolean> {
  return (await runner.run(remove, [name, undeclaredMs])).length > 0
}
