import type { ErrorRecord } from '../job/error-record.ts'
import type { LeaseRef } from './claim.ts'
import type { Opening } from './opening-query.ts'
import type { Runner } from './runner.ts'
import type { SettlingWorker, ToSettle } from './settle.ts'
import { statement } from './statement.ts'

/** A running attempt, as its writes prove it. */
export type AttemptRef = { readonly lease: LeaseRef; readonly pos: number; readonly jobPosition: number }

export type KeptStep = {
  readonly kind: 'step' | 'sleep' | 'wait'
  readonly name: string
  readonly at: Date
  /** False: a wait for what has not come yet. */
  readonly done: boolean
  readonly until: Date | null
  /** How long until then, from when it was asked. */
  readonly untilMs: number | null
  /** A wait got its signal. */
  readonly came: boolean
  readonly value: unknown
}

export type ToSuspend = ToSettle & {
  readonly events: readonly string[]
  /** Infinity: until one of the events comes. */
  readonly delayMs: number
  readonly detail: ErrorRecord
  readonly givesBackSlot: boolean
}

const load = statement('step_load')
const keep = statement('step_keep')
const hold = statement('step_hold')
const insert = statement('step_insert')
const stands = statement('step_stands')
const sleep = statement('step_sleep')
const suspend = statement('step_suspend')

export async function loadSteps(runner: Runner, job: number): Promise<KeptStep[]> {
  const rows = await runner.run(load, [job])
  return rows.map(({ until_ms, nothing, ...row }) => ({
    ...row,
    untilMs: until_ms,
    value: nothing ? undefined : row.value,
  }))
}

/** False: the attempt is not ours any more, nothing was written. */
export async function keepStep(
  runner: Runner,
  worker: SettlingWorker,
  of: AttemptRef,
  name: string,
  value: string | undefined,
): Promise<boolean> {
  const rows = await runner.run(keep, [...proof(worker, of), of.jobPosition, name, value ?? null])
  return rows.length === 1
}

/** What a step with a transaction of its own begins with. */
export function openingOfStep(worker: SettlingWorker, of: AttemptRef, idleMs: number): Opening {
  return { statement: hold, values: [...proof(worker, of), idleMs] }
}

/** Inside of the transaction that holds the attempt. */
export async function insertStep(
  runner: Runner,
  of: AttemptRef,
  name: string,
  value: string | undefined,
): Promise<void> {
  await runner.run(insert, [of.jobPosition, name, value ?? null])
}

/** Whether a step is on record, once no transaction is open that could still write it. */
export async function stepStands(runner: Runner, of: AttemptRef, name: string): Promise<boolean> {
  const [row] = await runner.run(stands, [of.pos, of.jobPosition, name])
  return row.stands
}

/** How long a sleep has still to last, in ms. Undefined: the attempt is not ours any more. */
export async function beginSleep(
  runner: Runner,
  worker: SettlingWorker,
  of: AttemptRef,
  name: string,
  until: Date | number,
): Promise<number | undefined> {
  const [at, ms] = typeof until === 'number' ? [null, until] : [until, null]
  const [row] = await runner.run(sleep, [...proof(worker, of), of.jobPosition, name, at, ms])
  return row?.ms
}

/** `woken`: a signal came in between, and it is due at once. Undefined: the attempt was not ours any more. */
export async function suspendAttempt(
  runner: Runner,
  worker: SettlingWorker,
  item: ToSuspend,
): Promise<'waiting' | 'woken' | undefined> {
  const { lease, pos, durationMs, events, delayMs, detail, givesBackSlot } = item
  const [row] = await runner.run(suspend, [
    ...proof(worker, { lease, pos }),
    worker.number,
    Math.min(2_147_483_647, Math.round(durationMs)),
    events,
    delayMs === Number.POSITIVE_INFINITY ? null : Math.max(0, delayMs),
    JSON.stringify(detail),
    givesBackSlot,
  ])
  return row.suspended ?? undefined
}

export function proof(worker: SettlingWorker, { lease, pos }: Pick<AttemptRef, 'lease' | 'pos'>): (string | number)[] {
  return [worker.id, lease.lane, lease.turn, lease.claim, pos]
}
