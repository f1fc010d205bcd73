import { writeProgress } from '../../postgres/progress.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'

/** Writes progress of running attempts, each at most so often; what came last is never left out. */
export class ProgressWriter {
  readonly #runner: Runner
  readonly #worker: () => SettlingWorker
  readonly #events: Events
  readonly #everyMs: number
  readonly #latest = new Map<Attempt, { value: unknown; timer: NodeJS.Timeout | undefined; dirty: boolean }>()

  constructor(runner: Runner, worker: () => SettlingWorker, events: Events, everyMs: number) {
    this.#runner = runner
    this.#worker = worker
    this.#events = events
    this.#everyMs = everyMs
  }

  report(attempt: Attempt, value: unknown): void {
    if (attempt.ended) return
    const known = this.#latest.get(attempt)
    if (known === undefined) {
      const entry = { value, timer: undefined, dirty: true }
      this.#latest.set(attempt, entry)
      this.#write(attempt)
      return
    }
    known.value = value
    known.dirty = true
  }

  /** The attempt is about to be settled: nothing more of it may be written afterwards, so what is left goes now. */
  async end(attempt: Attempt): Promise<void> {
    const entry = this.#latest.get(attempt)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    if (entry.dirty) await this.#send(attempt, entry.value)
    this.#latest.delete(attempt)
  }

  #write(attempt: Attempt): void {
    const entry = this.#latest.get(attempt)
    if (entry === undefined) return
    if (entry.dirty) {
      entry.dirty = false
      void this.#send(attempt, entry.value)
    }
    entry.timer = setTimeout(() => this.#write(attempt), this.#everyMs)
  }

  async #send(attempt: Attempt, value: unknown): Promise<void> {
    try {
      await writeProgress(this.#runner, this.#worker(), attempt, value)
    } catch (error) {
      this.#events.emit('service.error', { service: 'progress', error, retryMs: this.#everyMs })
    }
  }
}
