import { setTimeout as pause } from 'node:timers/promises'
import { clock } from '../contenders/clock.ts'
import type { Span } from '../contenders/orders.ts'
import { middleMean } from '../figures/middle-mean.ts'
import type { Backlog } from './backlog.ts'
import type { ContenderProcess } from './contender-process.ts'

export type Pair<T> = readonly [T, T]
type Side = { readonly backlog: Backlog; readonly worker: ContenderProcess }

export type SideBySideOptions = {
  /** Of each backlog with each of the workers. */
  readonly turns: number
  /** The workers stay on their sides: half of the turns. */
  readonly unchanged?: boolean
  /** What goes by before the first turn: a worker that starts looks at once for what there is to repair, and then not for half a minute. */
  readonly skip: number
}

const turnMs = 100
/** Ten million jobs a second. */
const mostOfATurn = 1_000_000
/** PostgreSQL ends what the one before has asked for. */
const gapMs = 5

/**
 * Jobs a second of two drains that take turns of a tenth of a second: while one runs the other stands still, by SIGSTOP. What a machine
 * is capable of changes by a third from one second to the next; between two such turns it does not change by much. Before each pair of
 * turns, while both stand still, what was run is put in line anew: besides what is piled up, some ten thousand jobs and those of a turn. Where the
 * host takes a core away for a moment a turn brings next to nothing: of the turns of a side the middle half counts. Halfway the workers
 * change sides: in one of them other code may have been compiled than in the other.
 */
export class SideBySide {
  readonly #workers: Pair<ContenderProcess>
  readonly #options: SideBySideOptions
  readonly #log: (line: string) => void
  /** What a turn takes at the most, as far as is known. */
  #jobsOfATurn = 16_000

  constructor(workers: Pair<ContenderProcess>, options: SideBySideOptions, log: (line: string) => void) {
    this.#workers = workers
    this.#options = options
    this.#log = log
  }

  async measure(backlogs: Pair<Backlog>): Promise<Pair<number>> {
    const [one, two] = this.#workers
    const [a, b] = await this.#takeTurns(backlogs, [one, two])
    if (this.#options.unchanged) return [a, b]
    const [c, d] = await this.#takeTurns(backlogs, [two, one])
    return [(a + c) / 2, (b + d) / 2]
  }

  async #takeTurns(backlogs: Pair<Backlog>, workers: Pair<ContenderProcess>): Promise<Pair<number>> {
    const { turns, skip } = this.#options
    const refill = (more = 0) => Promise.all(backlogs.map((backlog) => backlog.refill(this.#jobsOfATurn + more)))
    const sides = backlogs.map((backlog, i): Side => ({ backlog, worker: workers[i]! }))
    await refill(skip)
    await Promise.all(sides.map(({ backlog, worker }) => backlog.run(worker, skip)))
    for (const { worker } of sides) worker.hold()
    const spans = sides.map((): Span[] => [])
    let wasEnough = true
    for (let turn = 0; turn < turns; turn++) {
      await refill()
      for (const [i, { worker }] of sides.entries()) spans[i]!.push(await turnOf(worker))
      wasEnough &&= backlogs.every((backlog) => backlog.isFull)
    }
    for (const { worker } of sides) worker.letGo()
    const [first, second] = await Promise.all(sides.map((side, i) => rateOf(side, spans[i]!)))
    if (wasEnough) return [first!, second!]
    // on a machine that quick a turn may have had too little to run
    this.#jobsOfATurn = Math.ceil(this.#jobsOfATurn * 1.5)
    if (this.#jobsOfATurn > mostOfATurn) throw new Error(`${backlogs[0].name}: no turn has enough to run`)
    this.#log(`  too few jobs in line: once more, with ${this.#jobsOfATurn} a turn`)
    return this.#takeTurns(backlogs, workers)
  }
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
  return middleMean(spans.map(({ from, to }, i) => (jobs[i]! * 1000) / (to - from)))
}
