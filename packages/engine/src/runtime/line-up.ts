import { jobId } from '../job/job-id.ts'
import { expireLate, lineUpBatch, lineUpDue, untilNextDue } from '../postgres/line-up.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

/** A remembered time is a hint: rows commit late, so the table is looked at from its beginning at least this often. */
const maxWaitMs = 1_000
const expireEveryMs = 5_000

/** Moves scheduled jobs, retries and deferrals into the line when their time has come. */
export class LineUp {
  readonly #runner: Runner
  readonly #events: Events
  #nextExpireAt = 0

  constructor(runner: Runner, events: Events) {
    this.#runner = runner
    this.#events = events
  }

  async runOnce(): Promise<number> {
    if (performance.now() >= this.#nextExpireAt) await this.#expire()
    const moved = await lineUpDue(this.#runner)
    if (moved >= lineUpBatch) return 0
    return Math.min(maxWaitMs, (await untilNextDue(this.#runner)) ?? maxWaitMs)
  }

  async #expire(): Promise<void> {
    for (const id of await expireLate(this.#runner)) {
      this.#events.emit('job.dead', { id: jobId(id), type: '', queue: '', reason: 'expired' })
    }
    this.#nextExpireAt = performance.now() + expireEveryMs
  }
}
