import type { LeaseRef } from './claim.ts'
import type { Runner } from './runner.ts'
import type { SettlingWorker } from './settle.ts'
import { statement } from './statement.ts'

const admitStatement = statement('group_admit')

export type ToAdmit = {
  readonly pos: number
  readonly lease: LeaseRef
  /** How many of its group may run at once. */
  readonly limit: number
  /** The lane in which it comes back if its group is full. */
  readonly frontLane: number
}

/** Returns the positions that have a slot of their group. The others are parked: their attempt is settled. */
export async function admit(runner: Runner, worker: SettlingWorker, items: readonly ToAdmit[]): Promise<Set<number>> {
  const [row] = await runner.run(admitStatement, [
    worker.id,
    worker.number,
    items.map((item) => item.pos),
    items.map((item) => item.lease.lane),
    items.map((item) => item.lease.turn),
    items.map((item) => item.lease.claim),
    items.map((item) => item.limit),
    items.map((item) => item.frontLane),
  ])
  return new Set(row.admitted === '' ? [] : row.admitted.split(',').map(Number))
}
