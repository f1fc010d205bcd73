import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../proof.ts'
import type { EffectBook } from './effect-book.ts'
import type { ChaosAct, ChaosEvent } from './plan-chaos.ts'
import type { ProofServer } from './proof-server.ts'
import { until } from './until.ts'
import type { WorkerFleet } from './worker-fleet.ts'
import type { WorkerProcess } from './worker-process.ts'

export type ChaosParts = {
  readonly fleet: WorkerFleet
  readonly server: ProofServer
  readonly book: EffectBook
  /** How many effects there will be in the end. */
  readonly expected: number
  readonly random: () => number
  readonly log: Log
  readonly signal: AbortSignal
}

/** Longer than any of these takes on a busy machine; a proof that waits for so long has failed. */
const patienceMs = 60_000

/** Kills and stops workers and kills PostgreSQL, as planned. */
export class Chaos {
  readonly #parts: ChaosParts
  readonly #resuming: Promise<void>[] = []
  /** The share of the work up to which acts have been done. */
  reached = 0
  kills = 0
  /** Workers that were stopped until they were given up, and then continued. */
  stops = 0
  postgresKills = 0
  recoveryMs: number | undefined

  constructor(parts: ChaosParts) {
    this.#parts = parts
  }

  async run(plan: readonly ChaosEvent[]): Promise<void> {
    const { book, expected, signal } = this.#parts
    for (const { at, act } of plan) {
      this.reached = at
      const isDue = async () => ((await book.count()) ?? 0) >= at * expected
      if (!(await until(isDue, { signal, withinMs: patienceMs, everyMs: 100 }))) break
      await this.#act(act)
    }
    this.reached = 1
    await Promise.all(this.#resuming)
  }

  async #act(act: ChaosAct): Promise<void> {
    switch (act) {
      case 'kill':
        return this.#kill()
      case 'stop':
        return this.#stop()
      case 'kill-postgres':
        return this.#killPostgres()
      default:
        return act satisfies never
    }
  }

  async #kill(): Promise<void> {
    const worker = await this.#victim()
    if (worker === undefined) return
    await this.#parts.fleet.replace(worker)
    this.kills++
    this.#parts.log(`killed ${worker.name} with -9 and started another`)
  }

  /** One at a time: whoever is stopped must be seen to be given up by the others. */
  async #stop(): Promise<void> {
    await Promise.all(this.#resuming)
    const worker = await this.#victim()
    if (worker === undefined) return
    this.#parts.fleet.stop(worker)
    this.#parts.log(`stopped ${worker.name}`)
    this.#resuming.push(this.#resume(worker))
  }

  async #resume(worker: WorkerProcess): Promise<void> {
    const { fleet, log, signal } = this.#parts
    const givenUp = await until(() => fleet.isGivenUp(worker), { signal, withinMs: patienceMs })
    // its jobs are taken back and run by others meanwhile
    await pause(500 + 500 * this.#parts.random(), undefined, { signal })
    worker.resume(givenUp === true)
    if (givenUp) this.stops++
    log(`continued ${worker.name}${givenUp ? ', which the others had given up' : ', though nobody gave it up'}`)
  }

  async #killPostgres(): Promise<void> {
    const { fleet, server, book, log, signal } = this.#parts
    // a process that finds no database when it starts may well give up; this is about those that run
    await until(() => fleet.allStarted, { signal, withinMs: patienceMs })
    // lets more jobs in, so that some are being enqueued when it happens
    this.reached += 0.1
    await pause(30 + 30 * this.#parts.random(), undefined, { signal })
    const killedAt = new Date()
    await server.kill()
    this.postgresKills++
    log('killed PostgreSQL with -9')
    const first = await until(() => book.firstByServerAfter(killedAt), { signal, withinMs: patienceMs })
    if (first === undefined) return
    this.recoveryMs = first.getTime() - killedAt.getTime()
    log(`PostgreSQL is back and the first effect after the kill is in, ${this.recoveryMs} ms later`)
  }

  /** A worker that works, while another one does too. */
  #victim(): Promise<WorkerProcess | undefined> {
    const { fleet, random, signal } = this.#parts
    const choose = () => fleet.working.length > 1 && fleet.working[Math.floor(random() * fleet.working.length)]
    return until(choose, { signal, withinMs: patienceMs })
  }
}
