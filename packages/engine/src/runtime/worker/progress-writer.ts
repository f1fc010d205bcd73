import { CancelledError, LeaseLostError } from '../../errors.ts'
import { encodeValue } from '../../job/result.ts'
import { writeProgress } from '../../postgres/progress.ts'
import type { Runner } from '../../postgres/runner.ts'
import { findOutcomes, type SettlingWorker } from '../../postgres/settle.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'

type Entry = {
  /** As JSON. */
  value: string
  dirty: boolean
  timer: NodeJS.Timeout | undefined
  /** What was sent last. */
  sent: Promise<void>
}

const maxBytes = 64 * 1024

/** Writes progress of running attempts, each at most so often; what came last is never left out. */
export class ProgressWriter {
  readonly #runner: Runner
  readonly #worker: () => SettlingWorker
  readonly #events: Events
  readonly #everyMs: number
  readonly #latest = new Map<Attempt, Entry>()
  /** Reports of these come too late: their handler ignores that it was cut off. */
  readonly #ended = new WeakSet<Attempt>()

  constructor(runner: Runner, worker: () => SettlingWorker, events: Events, everyMs: number) {
    this.#runner = runner
    this.#worker = worker
    this.#events = events
    this.#everyMs = everyMs
  }

  report(attempt: Attempt, value: unknown): void {
    const text = encodeValue(`the progress of '${attempt.lane.type}'`, value, maxBytes) ?? 'null'
    if (attempt.ended || this.#ended.has(attempt)) return
    const known = this.#latest.get(attempt)
    if (known === undefined) {
      this.#latest.set(attempt, { value: text, timer: undefined, dirty: true, sent: Promise.resolve() })
      this.#write(attempt)
      return
    }
    known.value = text
    known.dirty = true
  }

  /** What was reported goes now: a commit ends the attempt, and nothing can be written after that. */
  flush(attempt: Attempt): Promise<void> | undefined {
    const entry = this.#latest.get(attempt)
    if (entry?.dirty === true) {
      entry.dirty = false
      entry.sent = entry.sent.then(() => this.#send(attempt, entry.value))
    }
    return entry?.sent
  }

  /** The attempt is about to be settled: nothing more of it may be written afterwards, so what is left goes now. */
  end(attempt: Attempt): Promise<void> | undefined {
    const entry = this.#latest.get(attempt)
    if (entry === undefined) return undefined
    this.#ended.add(attempt)
    this.#latest.delete(attempt)
    clearTimeout(entry.timer)
    return entry.dirty ? entry.sent.then(() => this.#send(attempt, entry.value)) : entry.sent
  }

  #write(attempt: Attempt): void {
    const entry = this.#latest.get(attempt)
    if (entry === undefined) return
    if (entry.dirty) {
      entry.dirty = false
      entry.sent = this.#send(attempt, entry.value)
    }
    entry.timer = setTimeout(() => this.#write(attempt), this.#everyMs)
  }

  async #send(attempt: Attempt, text: string): Promise<void> {
    try {
      const answer = await writeProgress(this.#runner, this.#worker(), attempt, text)
      if (answer === 'lost') await this.#refused(attempt)
      if (answer === 'busy') this.#again(attempt)
    } catch (error) {
      this.#events.emit('service.error', { service: 'progress', error, retryMs: this.#everyMs })
      this.#again(attempt)
    }
  }

  #again(attempt: Attempt): void {
    const entry = this.#latest.get(attempt)
    if (entry !== undefined) entry.dirty = true
  }

  /** An outcome stands, or the lease is gone. Unless it is our own commit, the handler works in vain and is told so. */
  async #refused(attempt: Attempt): Promise<void> {
    clearTimeout(this.#latest.get(attempt)?.timer)
    this.#latest.delete(attempt)
    this.#ended.add(attempt)
    const [outcome] = await findOutcomes(this.#runner, [attempt.pos])
    if (outcome?.kind === 'succeeded' && outcome.worker === this.#worker().id) return
    attempt.abort(outcome?.kind === 'cancelled' ? new CancelledError() : new LeaseLostError())
  }
}
