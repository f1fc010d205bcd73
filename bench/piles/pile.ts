import type { Backlog } from '../harness/backlog.ts'
import type { Bench } from '../harness/bench.ts'

/** Something that piles up in a database, beside which a drain should be as fast as without it. */
export type Pile = {
  /** What its result is called. */
  readonly name: string
  /** So much of the speed of a plain drain there must be. */
  readonly atLeast: number
  /** Its jobs call a source. */
  readonly withSource?: true
  /** So many jobs are drained after that, in the plain database beside it, too. */
  readonly drained?: (quick: boolean) => number
  /** Makes it, in a database that is empty. */
  pile(backlog: Backlog, bench: Bench): Promise<unknown>
  /** Puts in line what a sample takes, where that is not plain jobs. */
  refill?(backlog: Backlog, count: number): Promise<void>
}
