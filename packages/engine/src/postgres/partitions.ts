import type { Lane } from './lanes.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** Attempts, outcomes, results and leases of one number. Times are PostgreSQL's; null: not yet. */
export type Partition = {
  readonly number: number
  readonly first: number
  readonly beyond: number
  readonly openedMs: number | null
  readonly closedMs: number | null
  /** Nothing of it stands in line any more. */
  readonly lineEnded: boolean
}

export type PartitionsWanted = {
  /** How many are made before they are needed. */
  readonly ahead: number
  /** After so long in use a partition is closed, full or not. */
  readonly sliceMs: number
  /** How many positions a partition has at least. */
  readonly least: number
}

/** What has not ended in a partition. */
export type OpenAttempt = { readonly pos: number; readonly lane: Lane; readonly leased: boolean }

const tend = statement('partition_tend')
const look = statement('partition_look')
const close = statement('partition_close')
const closeTurn = statement('partition_close_turn')
const endLineOf = statement('partition_end_line')
const writers = statement('partition_writers')
const open = statement('partition_open')
const move = statement('partition_move')
const carry = statement('partition_carry')
const openAmongThese = statement('partition_open_among')
const leased = statement('partition_leased')
const attached = statement('partition_attached')
const drop = statement('partition_drop')

/** One of all processes tries so often. */
const closeEveryMs = 5_000
const lanesAtOnce = 200
const checkViolation = '23514'

/** PostgreSQL found no partition for a row: there is none yet, or no longer. Any other check that fails has a name. */
export function isWithoutPartition(error: unknown): boolean {
  const { code, constraint, constraint_name } = error as Record<string, unknown>
  return code === checkViolation && constraint === undefined && constraint_name === undefined
}

/** Makes partitions ahead of need. `noticeAt`: the position from which on it should be called again. */
export async function tendPartitions(
  runner: Runner,
  { ahead, sliceMs, least }: PartitionsWanted,
): Promise<{ made: readonly number[]; noticeAt: number }> {
  const [row] = await runner.run(tend, [ahead, sliceMs, least])
  return { made: row.made, noticeAt: row.notice_at }
}

export async function lookAtPartitions(
  runner: Runner,
): Promise<{ partitions: readonly Partition[]; nextPosition: number }> {
  const rows = await runner.run(look)
  return {
    nextPosition: Number(rows[0]?.next_position ?? 1),
    partitions: rows.map(({ number, first, beyond, opened_ms, closed_ms, line_ended }) => ({
      number,
      first: Number(first),
      beyond: Number(beyond),
      openedMs: opened_ms,
      closedMs: closed_ms,
      lineEnded: line_ended,
    })),
  }
}

/** False: it was used up meanwhile, or somebody else is at it. */
/** False: another process tries it just now, or it is full or not in use. */
export async function closePartition(runner: Runner, number: number): Promise<boolean> {
  if ((await runner.run(closeTurn, [number, closeEveryMs])).length === 0) return false
  return (await runner.run(close, [number]))[0].closed
}

/** For a partition that is sealed. False: something of it still stands in line. */
export async function endLine(runner: Runner, number: number): Promise<boolean> {
  return (await runner.run(endLineOf, [number]))[0].ended
}

/** The transactions that are writing attempts, leases or lanes just now. */
export async function writersNow(runner: Runner): Promise<Set<string>> {
  return new Set((await runner.run(writers)).map((row) => row.writer))
}

/** The positions of what has not ended in a partition, in order. Reads all of it. */
export async function openInPartition(runner: Runner, number: number, after: number, limit: number): Promise<number[]> {
  return (await runner.run(open, [number, after, limit])).map(({ pos }) => Number(pos))
}

/** Of these positions what has still not ended. */
export async function openAmong(runner: Runner, positions: readonly number[]): Promise<OpenAttempt[]> {
  const rows = await runner.run(openAmongThese, [positions])
  return rows.map(({ pos, lane, leased, ...key }) => ({ pos: Number(pos), leased, lane: { id: lane, ...key } }))
}

/** Appends what no worker has taken anew. Returns how many. */
export async function moveWaiting(
  runner: Runner,
  number: number,
  lane: number,
  front: number,
  positions: readonly number[],
): Promise<number> {
  return (await runner.run(move, [number, lane, front, positions]))[0].moved
}

/** False: claims hold some of the lanes. However many lanes there are, a transaction holds up the claims of a few. */
export async function carryLanes(runner: Runner, number: number): Promise<boolean> {
  for (;;) {
    const [{ carried, held }] = await runner.run(carry, [number, lanesAtOnce])
    if (carried < lanesAtOnce) return held === 0
  }
}

/** What was leased in a partition's time and has not ended, so many at the most. Reads all its leases. */
export async function leasedInPartition(runner: Runner, number: number, limit: number): Promise<number[]> {
  return (await runner.run(leased, [number, limit])).map(({ pos }) => Number(pos))
}

export type Attached = { readonly name: string; readonly detach: string }

/** The tables that are still attached, in the order in which they go, and what detaches each. */
export function attachedTables(runner: Runner, number: number): Promise<readonly Attached[]> {
  return runner.run(attached, [number])
}

/** `open`: what is to be appended anew first; there should be nothing. False: somebody else has dropped it. */
export async function dropPartition(runner: Runner, number: number, open: readonly number[]): Promise<boolean> {
  return (await runner.run(drop, [number, open]))[0].dropped
}
