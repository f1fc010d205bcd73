import { camelCase } from './jobs.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

export type WatchedWorker = {
  readonly id: string
  readonly number: number
  readonly name: string
  /** As text: compared with itself, never with a clock of ours. */
  readonly heartbeat: string
  readonly blockedMs: number
  readonly lost: boolean
  /** Whatever could have handed it a job before it was given up has ended. */
  readonly sealed: boolean
}

/** The slots of one process for one queue, as its last heartbeat has told. */
export type PoolView = {
  readonly queue: string
  readonly idle: number
  readonly busy: number
  /** Held by handlers that ignore their abort. */
  readonly error: number
}

export type ListedWorker = {
  readonly number: number
  readonly name: string
  readonly host: string | null
  readonly pid: number | null
  readonly startedAt: Date
  readonly heartbeatAt: Date
  readonly blockedMs: number
  readonly silentMs: number
  readonly lost: boolean
  readonly pools: readonly PoolView[]
}

const uniqueViolation = '23505'

const list = statement('workers_list')
const register = statement('worker_register')
const quarantineEnter = statement('quarantine_enter')
const quarantineStart = statement('quarantine_start')
const quarantineLeave = statement('quarantine_leave')
const quarantineWaiting = statement('quarantine_waiting')
const servedElsewhere = statement('queues_served_elsewhere')
const stop = statement('worker_stop')
const watch = statement('workers_watch')
const lose = statement('worker_lose')
const bury = statement('worker_bury')
const report = statement('worker_report')

export async function registerWorker(
  runner: Runner,
  id: string,
  name: string,
  queues: readonly string[],
  process: { readonly host?: string; readonly pid?: number; readonly counts?: string } = {},
): Promise<number> {
  const { host = null, pid = null, counts = '[]' } = process
  const [row] = await runner.run(register, [id, name, queues, host, pid, counts])
  return row.number
}

/** Reserves the quarantine for this worker. False: another worker has it, or this one was given up. */
export async function enterQuarantine(runner: Runner, id: string): Promise<boolean> {
  try {
    return (await runner.run(quarantineEnter, [id])).length === 1
  } catch (error) {
    if ((error as { code?: unknown }).code === uniqueViolation) return false
    throw error
  }
}

/**
 * Records that an attempt is about to start in quarantine. Returns how many attempts of its job in a row were lost with their
 * worker; undefined if this worker was given up.
 */
export async function startInQuarantine(
  runner: Runner,
  id: string,
  attempt: { readonly pos: number; readonly jobPosition: number },
): Promise<number | undefined> {
  const [row] = await runner.run(quarantineStart, [id, attempt.pos, attempt.jobPosition])
  return row?.crashes
}

export async function leaveQuarantine(runner: Runner, id: string): Promise<void> {
  await runner.run(quarantineLeave, [id])
}

/** How many attempts wait in these lanes, up to 10 in each. */
export async function countWaiting(runner: Runner, lanes: readonly number[]): Promise<number> {
  return lanes.length === 0 ? 0 : (await runner.run(quarantineWaiting, [lanes]))[0].waiting
}

/** Whether other workers, with heartbeats at most `ageMs` old, serve all queues of this one. */
export async function areQueuesServedElsewhere(runner: Runner, id: string, ageMs: number): Promise<boolean> {
  return (await runner.run(servedElsewhere, [id, ageMs]))[0].served
}

/**
 * `pools`, `counts`: what its pools have done and what it has counted, as JSON. `leases`: by which it may still be handed a job.
 * False: others have given it up.
 */
export async function stopWorker(
  runner: Runner,
  id: string,
  { pools, counts, leases }: { readonly pools?: string; readonly counts?: string; readonly leases?: string[] } = {},
): Promise<boolean> {
  return (await runner.run(stop, [id, pools ?? null, counts ?? null, leases ?? []])).length === 1
}

/** What a worker has counted that was given up, as JSON. */
export async function reportCounts(runner: Runner, id: string, counts: string): Promise<void> {
  await runner.run(report, [id, counts])
}

export async function listWorkers(runner: Runner): Promise<ListedWorker[]> {
  return (await runner.run(list)).map((row) => {
    const worker = camelCase<ListedWorker>(row)
    return { ...worker, pools: worker.pools.map(({ queue, idle, busy, error }) => ({ queue, idle, busy, error })) }
  })
}

export async function watchWorkers(runner: Runner): Promise<WatchedWorker[]> {
  const rows = await runner.run(watch)
  return rows.map(({ id, number, name, heartbeat, blocked_ms, lost, sealed }) => ({
    id,
    number,
    name,
    heartbeat,
    blockedMs: blocked_ms,
    lost,
    sealed,
  }))
}

/** Gives a worker up if its heartbeat has not changed. False: it has, or somebody else was first. */
export async function loseWorker(runner: Runner, id: string, heartbeat: string): Promise<boolean> {
  return (await runner.run(lose, [id, heartbeat])).length === 1
}

export async function buryWorker(runner: Runner, id: string): Promise<void> {
  await runner.run(bury, [id])
}
