import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const look = statement('sweep_look')
const keys = statement('sweep_keys')
const slots = statement('sweep_slots')
const slotsRelease = statement('sweep_slots_release')
const parked = statement('sweep_parked')
const unpark = statement('sweep_unpark')
const waiting = statement('sweep_waiting')
const workers = statement('sweep_workers')

const batch = 500
const workersAtOnce = 100

/** Where a sweep goes on; undefined: from the beginning. */
export type KeyPlace = readonly [type: string, key: string]
export type SlotPlace = readonly [group: string, job: number]

export type ParkedGroup = { readonly group: string; readonly type: string; readonly taken: number }

/** The kinds of things there are that a sweep goes through. */
export type Sweepable = {
  readonly keys: boolean
  readonly slots: boolean
  readonly parked: boolean
  readonly waiting: boolean
  readonly workers: boolean
}

/** Workers are those that left longer ago than this. */
export async function findSweepable(runner: Runner, workerAgeMs: number): Promise<Sweepable> {
  return (await runner.run(look, [workerAgeMs]))[0]
}

/** Frees live keys without a job, among the next few. Returns those it freed, and where to go on. */
export async function sweepKeys(
  runner: Runner,
  after: KeyPlace | undefined,
): Promise<{ freed: readonly string[]; next: KeyPlace | undefined }> {
  const [row] = await runner.run(keys, [...(after ?? ['', '']), batch])
  return { freed: row.freed, next: row.looked < batch ? undefined : row.last }
}

/** Jobs that have ended and still hold a slot of their group, among the next few. */
export async function findEndedSlots(
  runner: Runner,
  after: SlotPlace | undefined,
): Promise<{ ended: readonly number[]; next: SlotPlace | undefined }> {
  const [row] = await runner.run(slots, [...(after ?? ['', 0]), batch])
  return { ended: row.ended, next: row.looked < batch ? undefined : row.last }
}

export async function releaseSlots(runner: Runner, jobs: readonly number[]): Promise<void> {
  await runner.run(slotsRelease, [jobs])
}

/** The next groups in which jobs wait for a slot. Fewer than a page: there are no more. */
export async function findParkedGroups(
  runner: Runner,
  after: string | undefined,
): Promise<{ groups: readonly ParkedGroup[]; next: string | undefined }> {
  const groups: ParkedGroup[] = await runner.run(parked, [after ?? '', batch])
  return { groups, next: groups.length < batch ? undefined : groups.at(-1)!.group }
}

/** Returns how many jobs came back that should have come before. */
export async function unparkForgotten(
  runner: Runner,
  { group, type }: Pick<ParkedGroup, 'group' | 'type'>,
  limit: number,
): Promise<number> {
  return (await runner.run(unpark, [group, type, limit]))[0].unparked
}

/** Waiting jobs that nobody looked after, among the next few; somebody does again. */
export async function sweepWaiting(
  runner: Runner,
  after: number,
): Promise<{ found: readonly number[]; next: number | undefined }> {
  const [row] = await runner.run(waiting, [after, batch])
  return { found: row.found, next: row.looked < batch ? undefined : Number(row.last) }
}

export async function removeOldWorkers(runner: Runner, ageMs: number): Promise<void> {
  await runner.run(workers, [ageMs, workersAtOnce])
}
