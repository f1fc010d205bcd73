import { setTimeout as pause } from 'node:timers/promises'
import { clock } from '../contenders/clock.ts'
import type { Span } from '../contenders/orders.ts'
import type { Backlog } from './backlog.ts'
import type { ContenderProcess } from './contender-process.ts'

export type Side = { readonly backlog: Backlog; readonly worker: ContenderProcess }

export type SideBySideOptions = {
  readonly turns: number
  /** What goes by before the first turn: a worker that starts looks at once for what there is to repair, and then not for half a minute. */
  readonly skip: number
}

const turnMs = 100
/** PostgreSQL ends what the one before has asked for. */
const gapMs = 5
/** What a turn takes at the most. */
const jobsOfATurn = 16_000

/**
 * Jobs a second of two drains that take turns of a tenth of a second: while one runs the other stands still, by SIGSTOP. What a machine
 * is capable of changes by a third from one second to the next; between two such turns it does not change by much.
 */
export async function sideBySide(sides: readonly Side[], { turns, skip }: SideBySideOptions): Promise<number[]> {
  for (const { backlog } of sides) await backlog.refill(skip + turns * jobsOfATurn)
  for (const { backlog, worker } of sides) {
    await backlog.run(worker, skip)
    worker.hold()
  }
  const spans = sides.map((): Span[] => [])
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, { worker }] of sides.entries()) spans[i]!.push(await turnOf(worker))
  }
  for (const { worker } of sides) worker.letGo()
  return Promise.all(sides.map((side, i) => rateOf(side, spans[i]!)))
}

async function turnOf(worker: ContenderProcess): Promise<Span> {
  const from = clock()
  worker.letGo()
  await pause(turnMs)
  worker.hold()
  const span = { from, to: clock() }
  await pause(gapMs)
  return span
}

async function rateOf({ backlog, worker }: Side, spans: readonly Span[]): Promise<number> {
  await backlog.leave(worker)
  const { jobs } = await worker.order({ kind: 'started', url: backlog.database.url, spans })
  return (jobs * 1000) / spans.reduce((ms, { from, to }) => ms + to - from, 0)
}
