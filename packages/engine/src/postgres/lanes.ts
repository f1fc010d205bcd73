import type { LaneKind } from '../job/lane-kind.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

export type LaneKey = {
  readonly queue: string
  readonly type: string
  readonly version: number
  readonly priority: number
  readonly source: string
  readonly place: LaneKind
}

export type Lane = LaneKey & { readonly id: number }

const findOrMake = statement('lane_find_or_make')
const ofQueues = statement('lanes_of_queues')
const withWork = statement('lanes_with_work')
const names = statement('lane_names')

export async function findOrMakeLane(runner: Runner, key: LaneKey): Promise<Lane> {
  const values = [key.queue, key.type, key.version, key.priority, key.source, key.place]
  // Empty when another process made it between the two halves of the statement: then it is there now.
  for (;;) {
    const [row] = await runner.run(findOrMake, values)
    if (row !== undefined) return { ...key, id: row.id }
  }
}

export function lanesOfQueues(runner: Runner, queues: readonly string[]): Promise<Lane[]> {
  return runner.run(ofQueues, [queues])
}

/** Which of these lanes a claim would not leave empty-handed. */
export async function lanesWithWork(runner: Runner, ids: readonly number[]): Promise<number[]> {
  return (await runner.run(withWork, [ids])).map((row) => row.id)
}

/** What the ledger has met, in whichever process and release. */
export async function laneNames(runner: Runner): Promise<{ queues: readonly string[]; types: readonly string[] }> {
  const [row] = await runner.run(names, [])
  return row
}
