import type { AttemptView } from '../job/attempt-view.ts'
import type { DeadReason } from '../job/dead-reason.ts'
import { jobPosition } from '../job/job-id.ts'
import { camelCase, findAttempts } from './jobs.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** A job that will not run again by itself, as a list shows it. */
export type DeadLetter = {
  readonly id: string
  readonly queue: string
  readonly type: string
  readonly version: number
  readonly reason: DeadReason
  readonly error: { readonly name: string; readonly message: string; readonly stack?: string } | null
  readonly diedAt: Date
  readonly failures: number
  readonly crashes: number
  readonly deferrals: number
  readonly createdAt: Date
}

/** A dead letter whole, with each of its attempts. */
export type DeadLetterView = DeadLetter & {
  readonly body: unknown
  readonly maxAttempts: number
  readonly endedAt: Date | null
  readonly endedAs: 'replayed' | 'discarded' | null
  readonly replayedAs: string | null
  readonly replays: string | null
  readonly attempts: readonly AttemptView[]
}

/** Which dead letters to list. */
export type DeadFilter = {
  readonly queue?: string
  readonly type?: string
  readonly reason?: DeadReason
  /** The id of the last letter of the page before. */
  readonly before?: string
  readonly limit?: number
}

/** A dead letter and the job that it runs again as, by their positions. */
export type Replayed = { readonly dead: number; readonly id: number; readonly queue: string; readonly type: string }
export type Discarded = { readonly position: number; readonly queue: string; readonly type: string }

const counts = statement('dead_counts')
const list = statement('dead_list')
const show = statement('dead_show')
const replay = statement('dead_replay')
const discard = statement('dead_discard')

export async function listDead(runner: Runner, filter: DeadFilter): Promise<DeadLetter[]> {
  const { queue = null, type = null, reason = null, before = null, limit = 100 } = filter
  const after = before === null ? null : jobPosition(before)
  return (await runner.run(list, [queue, type, reason, after, limit])).map((row) => camelCase(row))
}

export async function countDead(runner: Runner): Promise<{ queue: string; count: number }[]> {
  return (await runner.run(counts)).map(({ queue, count }) => ({ queue, count }))
}

export async function showDead(runner: Runner, id: string): Promise<DeadLetterView | undefined> {
  const [row] = await runner.run(show, [jobPosition(id)])
  if (row === undefined) return undefined
  return { ...camelCase<Omit<DeadLetterView, 'attempts'>>(row), attempts: await findAttempts(runner, id) }
}

/** What became of dead letters. One that somebody decided on before is left out. */
export async function replayDead(
  runner: Runner,
  positions: readonly number[],
  bodies: readonly (string | null)[],
  lanes: readonly (number | null)[] = positions.map(() => null),
): Promise<Replayed[]> {
  const [row] = await runner.run(replay, [positions, bodies, lanes])
  return row.replayed.map(([dead, id, queue, type]: [number, number, string, string]) => ({ dead, id, queue, type }))
}

export async function discardDead(runner: Runner, positions: readonly number[]): Promise<Discarded[]> {
  return (await runner.run(discard, [positions])).map(({ job_id, ...row }) => ({ position: job_id, ...row }))
}
