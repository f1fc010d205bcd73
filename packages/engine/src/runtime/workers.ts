import type { Runner } from '../postgres/runner.ts'
import { listWorkers, type PoolView } from '../postgres/workers.ts'
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
  readonly #runner: Runner
  readonly #silenceMs: number

  constructor(runner: Runner, silenceMs: number) {
    this.#runner = runner
    this.#silenceMs = silenceMs
  }

  /** Those that have not stopped, the oldest first. One that died is among them until it has been taken back all that it had. */
  async list(): Promise<readonly WorkerView[]> {
    const workers = await listWorkers(this.#runner)
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
}
