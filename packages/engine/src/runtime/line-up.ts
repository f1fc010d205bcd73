import { jobId } from '../job/job-id.ts'
import { expireLate, expireParked, hasLate, lineUpBatch, lineUpDue, untilNextDue } from '../postgres/line-up.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

/** A remembered time is a hint: rows commit late, so the table is looked at from its beginning at least this often. */
const maxWaitMs = 1_000
const expireEveryMs = 5_000
/** All that ever had a `startBefore` is looked at now and then, and in between what it came to lately. */
const lookBackMs = 60 * 60 * 1000
const everMs = 100 * 365 * 24 * lookBackMs

/** Moves scheduled jobs, retries and deferrals into the line when their time has come. */
export class LineUp {
  readonly #runner: Runner
  readonly #events: Events
  #nextExpireAt = 0
  #nextLookAtAllAt = 0

  constructor(runner: Runner, events: Events) {
    this.#runner = runner
    this.#events = events
  }

  async runOnce(): Promise<number> {
    if (performance.now() >= this.#nextExpireAt) await this.#expire(performance.now())
    const moved = await lineUpDue(this.#runner)
    if (moved >= lineUpBatch) return 0
    return Math.min(maxWaitMs, (await untilNextDue(this.#runner)) ?? maxWaitMs)
  }

  async #expire(now: number): Promise<void> {
    const all = now >= this.#nextLookAtAllAt
    const backMs = all ? everMs : lookBackMs
    const late = await hasLate(this.#runner, backMs)
    const inLine = late.inLine ? await expireLate(this.#runner, backMs) : []
    const parked = late.parked ? await expireParked(this.#runner) : []
    for (const { jobPosition, type, queue } of [...inLine, ...parked]) {
      this.#events.emit('job.dead', { id: jobId(jobPosition), type, queue, reason: 'expired' })
    }
    if (Math.max(inLine.length, parked.length) >= lineUpBatch) return
    if (all) this.#nextLookAtAllAt = now + lookBackMs
    this.#nextExpireAt = now + expireEveryMs
  }
}
