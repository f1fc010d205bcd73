import { cancelInLine } from '../../src/postgres/cancel.ts'
import { buryAttempt, reclaimAttempt, type Unsettled } from '../../src/postgres/reclaim.ts'
import type { Runner } from '../../src/postgres/runner.ts'

export type Taker = (runner: Runner, pos: number, lane: number) => Promise<unknown>

const unsettled = (pos: number) => ({ pos, alone: false, ahead: false, workerNumber: null }) as unknown as Unsettled

/** Those who take a running attempt away from its worker. */
export const takers: Readonly<Record<'reclaim' | 'reclaim of a dead letter' | 'cancel', Taker>> = {
  reclaim: (runner, pos, lane) => reclaimAttempt(runner, unsettled(pos), lane, 0, {}),
  'reclaim of a dead letter': (runner, pos) => buryAttempt(runner, unsettled(pos), 'poison', {}),
  cancel: (runner, pos) => cancelInLine(runner, [pos]),
}
