import { type EventCount, readEventCounts } from '../postgres/event-counts.ts'
import type { Runner } from '../postgres/runner.ts'
import { listWorkers, type PoolView } from '../postgres/workers.ts'
import type { EventCounts } from './event-counts.ts'
import { type WorkerState, workerState } from './worker/worker-state.ts'

/** A process that works, as its last heartbeat has told. */
export type WorkerView = {
  /** Its number, which no other worker has ever had. */
  readonly id: string
  /** As in `lockedBy` of a job. */
  readonly name: string
  readonly host: string | null
  readonly pid: number | null
  readonly startedAt: Date
  readonly heartbeatAt: Date
  readonly state: WorkerState
  readonly pools: readonly PoolView[]
}

export type WorkersParts = {
  readonly reader: Runner
  readonly settings: { readonly silenceMs: number }
  readonly events: { readonly counts: EventCounts }
}

/**
 * The workers of all processes. They are `pawl.workers`.
 *
 * @example
 * ```ts
 * for (const { name, state, pools } of await pawl.workers.list()) {
 *   console.log(name, state, pools.map(({ queue, idle, busy }) => `${queue}: ${busy} of ${idle + busy}`))
 * }
 * ```
 */
export class Workers {
  readonly #reader: Runner
  readonly #silenceMs: number
  readonly #own: EventCounts

  constructor({ reader, settings, events }: WorkersParts) {
    this.#reader = reader
    this.#silenceMs = settings.silenceMs
    this.#own = events.counts
  }

  /** Those that have not stopped, the oldest first. One that died is among them until it has been taken back all that it had. */
  async list(): Promise<readonly WorkerView[]> {
    const workers = await listWorkers(this.#reader)
    return workers.map(({ number, name, host, pid, startedAt, heartbeatAt, pools, ...signs }) => ({
      id: `worker_${number}`,
      name,
      host,
      pid,
      startedAt,
      heartbeatAt,
      state: workerState(signs, this.#silenceMs),
      pools,
    }))
  }

  /**
   * What has happened in all workers since the first one, and in this process: leases lost, reclaims, ticks, repairs and what else
   * the ledger does not tell. As of their last heartbeats; a count never goes down.
   */
  async counts(): Promise<readonly EventCount[]> {
    const told = await readEventCounts(this.#reader)
    // the database puts labels in an order of its own
    const id = ({ name, labels }: EventCount) => JSON.stringify([name, Object.entries(labels).sort()])
    const counts = new Map(told.map((each) => [id(each), each]))
    for (const own of this.#own.uncarried()) {
      counts.set(id(own), { ...own, count: own.count + (counts.get(id(own))?.count ?? 0) })
    }
    return [...counts.values()]
  }
}
