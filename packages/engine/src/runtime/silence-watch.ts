import type { Runner } from '../postgres/runner.ts'
import { loseWorker, type WatchedWorker, watchWorkers } from '../postgres/workers.ts'
import type { Events } from './events.ts'
import { Silence } from './silence.ts'
import { isBlocked } from './worker/worker-state.ts'

export type SilenceWatchOptions = {
  readonly runner: Runner
  readonly events: Events
  /** A worker silent for so long is given up. */
  readonly silenceMs: number
  /** Workers were given up: what they had can be taken back. */
  readonly onLost: () => void
}

/**
 * Watches the heartbeats of all workers and gives up those that went silent. It waits for nobody: a reclaim that has to, done
 * between two looks, would make a gap in the watching, and whoever watches with gaps never sees anybody die.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions
  readonly #silence: Silence
  readonly #blocked = new Set<string>()

  constructor(options: SilenceWatchOptions) {
    this.#options = options
    this.#silence = new Silence(options.silenceMs)
  }

  async runOnce(): Promise<number> {
    const { runner, events, silenceMs, onLost } = this.#options
    const workers = await watchWorkers(runner)
    this.#tellBlocked(workers)
    for (const worker of this.#silence.look(workers, performance.now())) {
      if (worker.lost || !(await loseWorker(runner, worker.id, worker.heartbeat))) continue
      events.emit('worker.lost', { worker: worker.name, self: false })
      onLost()
    }
    return silenceMs / 5
  }

  #tellBlocked(workers: readonly WatchedWorker[]): void {
    for (const { id, name, blockedMs } of workers) {
      const blocked = isBlocked(blockedMs, this.#options.silenceMs)
      if (blocked && !this.#blocked.has(id)) this.#options.events.emit('worker.blocked', { worker: name, blockedMs })
      if (blocked) this.#blocked.add(id)
      else this.#blocked.delete(id)
    }
  }
}
