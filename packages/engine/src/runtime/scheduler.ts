import type { SeenSchedule } from '../postgres/schedules.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import type { Events } from './events.ts'
import type { ScheduleBook } from './schedule-book.ts'
import type { ScheduleFirer } from './schedule-firer.ts'
import type { ScheduleKeeper } from './schedule-keeper.ts'

export type SchedulerOptions = {
  readonly book: ScheduleBook
  readonly keeper: ScheduleKeeper
  readonly firer: ScheduleFirer
  readonly events: Events
  /** A look is due at least this often: others pause, resume and change schedules. */
  readonly maxWaitMs: number
  /** Something was done: look again in so many ms. */
  readonly onNext: (delayMs: number) => void
}

/**
 * Looks at this process's schedules and fires those whose tick has come. All processes do so at once, and the lock of the row
 * decides who fires. A schedule that is slow, or stuck, holds up no other: each is fired apart from the look.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #busy = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  async runOnce(): Promise<number> {
    const { book, keeper, maxWaitMs } = this.#options
    const definitions = book.all
    if (definitions.length === 0) return Number.POSITIVE_INFINITY
    const look = await keeper.look(definitions)
    await keeper.declare(definitions, look)
    const delays = definitions.map((definition) => this.#attend(definition, look.seen.get(definition.name)))
    return Math.min(maxWaitMs, ...delays)
  }

  /** Resolves when nothing of what the looks have begun is under way. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values())
  }

  /** A look for what is due ends after the batch that is under way; the rest is found by the others, or next time. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  /** Returns how long this schedule can do without a look. */
  #attend(definition: ScheduleDefinition, row: SeenSchedule | undefined): number {
    const { keeper, firer, maxWaitMs } = this.#options
    // removed since the look
    if (row === undefined || this.#busy.has(definition.name) || this.#stopping.signal.aborted) return maxWaitMs
    const standing = keeper.standing(definition, row)
    if (standing === 'takes') this.#begin(definition, () => this.#takeOver(definition))
    if (standing !== 'stands' || row.paused) return maxWaitMs
    if (row.dueInMs > 0) return row.dueInMs
    this.#begin(definition, () => firer.fire(definition, row.failures, this.#stopping.signal))
    return maxWaitMs
  }

  /** `work` resolves to whether it is worth looking again at once. */
  #begin({ name }: ScheduleDefinition, work: () => Promise<boolean>): void {
    const ended = work().then((again) => {
      this.#busy.delete(name)
      if (again) this.#options.onNext(0)
    })
    this.#busy.set(name, ended)
  }

  async #takeOver(definition: ScheduleDefinition): Promise<boolean> {
    const { keeper, events, maxWaitMs } = this.#options
    try {
      await keeper.takeOver(definition)
      return true
    } catch (error) {
      events.emit('schedule.error', { schedule: definition.name, error, failures: 1, retryMs: maxWaitMs })
      return false
    }
  }
}
