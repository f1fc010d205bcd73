import type { ErrorRecord } from '../job/error-record.ts'
import type { LeaseRef } from './claim.ts'
import type { Opening } from './opening-query.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'
import { wakeUp } from './wake-up.ts'

/** Who settles: a lease is proven by the worker's random id; outcomes carry its number. */
export type SettlingWorker = { readonly id: string; readonly number: number }

export type ToSettle = { readonly pos: number; readonly lease: LeaseRef; readonly durationMs: number }
/** An attempt that left a result, as JSON. */
export type ToSettleWithResult = ToSettle & { readonly result: string }
export type ToSettleLater = ToSettle & {
  readonly kind: 'retryable' | 'deferred'
  readonly delayMs: number
  readonly error: ErrorRecord | null
  /** Others of its group may run while it waits. */
  readonly givesBackSlot?: boolean
  /** It is no suspect any more: back into the ordinary line, its crashes forgotten. */
  readonly cleared?: boolean
}
export type ToSettleDead = ToSettle & { readonly reason: string; readonly error: ErrorRecord }
export type ToHandBack = ToSettle & {
  readonly frontLane: number
  /** Its handler had begun, and was cut off. */
  readonly started?: boolean
}

export type StandingOutcome = { readonly pos: number; readonly kind: string; readonly worker: string | null }

const uniqueViolation = '23505'
const centuryMs = 100 * 365 * 24 * 60 * 60 * 1000

const succeeded = statement('settle_succeeded')
const succeededContested = statement('settle_succeeded_contested')
const succeededTied = statement('settle_succeeded_tied')
const withResult = statement('result_settle')
const later = statement('settle_later')
const dead = statement('settle_dead')
const back = statement('hand_back')
const fence = statement('fence')
const fenceStanding = statement('fence_standing')
const keyRelease = statement('key_release')
const groupRelease = statement('group_release')
const find = statement('outcomes_find')
const lost = statement('leases_lost')

/** Each of these returns how many were settled; fewer than given means that some leases are lost. Sorted by position. */
export async function settleSucceeded(
  runner: Runner,
  worker: SettlingWorker,
  items: readonly ToSettle[],
  tied = false,
): Promise<number> {
  const values = [...proof(worker, items), durations(items), worker.number]
  if (tied) return (await runner.run(succeededTied, values))[0].settled
  try {
    return (await runner.run(succeeded, values))[0].settled
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    return (await runner.run(succeededContested, values))[0].settled
  }
}

export async function settleWithResults(
  runner: Runner,
  worker: SettlingWorker,
  items: readonly ToSettleWithResult[],
): Promise<number> {
  const results = items.map((item) => item.result)
  const [row] = await runner.run(withResult, [...proof(worker, items), durations(items), worker.number, results])
  return row.settled
}

export async function settleLater(
  runner: Runner,
  worker: SettlingWorker,
  items: readonly ToSettleLater[],
): Promise<number> {
  const [row] = await runner.run(later, [
    ...proof(worker, items),
    durations(items),
    worker.number,
    items.map((item) => item.kind),
    items.map((item) => delay(item.delayMs)),
    items.map((item) => item.error && JSON.stringify(item.error)),
    items.filter((item) => item.givesBackSlot === true).map((item) => item.pos),
    items.filter((item) => item.cleared === true).map((item) => item.pos),
  ])
  return row.settled
}

export async function settleDead(
  runner: Runner,
  worker: SettlingWorker,
  items: readonly ToSettleDead[],
): Promise<number> {
  const [row] = await runner.run(dead, [
    ...proof(worker, items),
    durations(items),
    worker.number,
    items.map((item) => item.reason),
    items.map((item) => JSON.stringify(item.error)),
  ])
  return row.settled
}

export async function handBack(runner: Runner, worker: SettlingWorker, items: readonly ToHandBack[]): Promise<number> {
  const fronts = items.map((item) => item.frontLane)
  const started = items.filter((item) => item.started === true).map((item) => item.pos)
  const [row] = await runner.run(back, [...proof(worker, items), worker.number, fronts, wakeUp(fronts), started])
  return row.settled
}

export type Fence = {
  readonly worker: SettlingWorker
  readonly lease: LeaseRef
  readonly pos: number
  /** How long the handler has run: the outcome keeps it. */
  readonly durationMs?: number
  /** PostgreSQL ends the transaction when it is idle for longer: a reclaim must not wait for ever. */
  readonly idleMs: number
  /** Whether it is asked that the attempt is ours. A proof shows what that is for. */
  readonly fenced?: boolean
}

/** What `job.commit` begins with. `stands`: it is known that nobody has taken the lease's place, so that need not be asked. */
export function openingOfCommit(
  { worker, lease, pos, durationMs, idleMs, fenced = true }: Fence,
  stands = false,
): Opening {
  const ranMs = durationMs === undefined ? null : wholeMs(durationMs)
  if (stands && fenced) return { statement: fenceStanding, values: [pos, worker.number, ranMs, idleMs] }
  const proven = [worker.id, lease.lane, lease.turn, lease.claim, pos, worker.number]
  return { statement: fence, values: [...proven, ranMs, idleMs, fenced] }
}

/** Inside job.commit: a live key is free for follow-ups. */
export async function releaseKey(runner: Runner, job: number): Promise<void> {
  await runner.run(keyRelease, [job])
}

/** At the end of job.commit: it locks the group until the transaction ends. */
export async function releaseSlot(runner: Runner, job: number): Promise<void> {
  await runner.run(groupRelease, [job])
}

export function findOutcomes(runner: Runner, positions: readonly number[]): Promise<StandingOutcome[]> {
  return runner.run(find, [positions])
}

export function lostLeases(runner: Runner, workerId: string, leases: readonly LeaseRef[]): Promise<LeaseRef[]> {
  return runner.run(lost, [workerId, leases.map((l) => l.lane), leases.map((l) => l.turn), leases.map((l) => l.claim)])
}

function proof(worker: SettlingWorker, items: readonly ToSettle[]): unknown[] {
  const leases: LeaseRef[] = []
  const indexOf = new Map<LeaseRef, number>()
  const index = items.map(({ lease }) => {
    let i = indexOf.get(lease)
    if (i === undefined) {
      i = leases.push(lease)
      indexOf.set(lease, i)
    }
    return i
  })
  return [
    worker.id,
    list(leases.map((lease) => lease.lane)),
    list(leases.map((lease) => lease.turn)),
    list(leases.map((lease) => lease.claim)),
    list(items.map((item) => item.pos)),
    list(index),
  ]
}

/** A handler's own arithmetic must not make a time that PostgreSQL refuses: its attempt could never be settled. */
function delay(ms: number): number {
  return Number.isNaN(Number(ms)) ? 0 : Math.min(centuryMs, Math.max(0, ms))
}

function durations(items: readonly ToSettle[]): string {
  return list(items.map((item) => wholeMs(item.durationMs)))
}

/**
 * As PostgreSQL writes arrays. The driver would quote each number, and take several times the memory for it; `join` would keep
 * the text of each in a cache of V8's.
 */
function list(numbers: readonly number[]): string {
  return `{${JSON.stringify(numbers).slice(1, -1)}}`
}

function wholeMs(durationMs: number): number {
  return Math.min(2_147_483_647, Math.round(durationMs))
}
