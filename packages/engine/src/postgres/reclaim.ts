import type { LaneKey } from './lanes.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** An attempt that a silent worker left behind. */
export type Unsettled = {
  readonly pos: number
  readonly jobPosition: number
  readonly lane: Omit<LaneKey, 'place'>
  readonly failures: number
  readonly crashes: number
  readonly maxAttempts: number
  /** It ran in quarantine, within its window. */
  readonly recorded: boolean
  /** It was claimed for the quarantine. */
  readonly quarantined: boolean
  readonly ahead: boolean
  /** How many attempts its worker left unsettled in all. */
  readonly neighbours: number
  /** How many attempts of its job before this one, in a row, were lost with their worker. */
  readonly crashesInARow: number
  readonly workerName: string
  readonly workerNumber: number | null
}

const ofLostWorker = statement('unsettled_of_lost_worker')
const unswept = statement('workers_unswept')
const ofNobody = statement('unsettled_of_nobody')
const reclaim = statement('reclaim')
const reclaimDead = statement('reclaim_dead')

const pageSize = 1_000

export async function unsettledOfLostWorker(runner: Runner, workerId: string): Promise<Unsettled[]> {
  return (await runner.run(ofLostWorker, [workerId, pageSize])).map(decode)
}

/** Whether there are leases that `unsettledOfNobody` has not looked at. */
export async function hasUnswept(runner: Runner): Promise<boolean> {
  return (await runner.run(unswept))[0].unswept
}

/** Attempts in leases that no worker knows of and that are older than `ageMs`. */
export async function unsettledOfNobody(runner: Runner, ageMs: number): Promise<Unsettled[]> {
  return (await runner.run(ofNobody, [ageMs, pageSize])).map(decode)
}

/** False: the attempt was settled meanwhile. */
export async function reclaimAttempt(
  runner: Runner,
  item: Unsettled,
  lane: number,
  crashes: number,
  detail: object,
): Promise<boolean> {
  // claimed for a slot that was free, it has started
  const started = item.recorded || !item.ahead
  const values = [item.pos, lane, crashes, JSON.stringify(detail), item.workerNumber, started]
  return (await runner.run(reclaim, values)).length === 1
}

export async function buryAttempt(runner: Runner, item: Unsettled, reason: string, detail: object): Promise<boolean> {
  return (await runner.run(reclaimDead, [item.pos, reason, JSON.stringify(detail), item.workerNumber])).length === 1
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the two statements above
function decode(row: any): Unsettled {
  const { queue, type, version, priority, source } = row
  return {
    pos: row.pos,
    jobPosition: row.job_id,
    lane: { queue, type, version, priority, source },
    failures: row.failures,
    crashes: row.crashes,
    maxAttempts: row.max_attempts,
    recorded: row.recorded,
    quarantined: row.quarantined,
    ahead: row.ahead,
    neighbours: row.neighbours,
    crashesInARow: row.crashes_in_a_row,
    workerName: row.worker_name,
    workerNumber: row.worker_number,
  }
}
