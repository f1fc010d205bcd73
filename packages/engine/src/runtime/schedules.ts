import { PawlError } from '../errors.ts'
import type { ErrorRecord } from '../job/error-record.ts'
import type { JobId } from '../job/job-id.ts'
import type { Runner } from '../postgres/runner.ts'
import {
  listSchedules,
  lockSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  type ScheduleRow,
} from '../postgres/schedules.ts'
import { unattendedLimitMs } from '../schedule/decide-take-over.ts'
import type { ScheduleSpec } from '../schedule/schedule-spec.ts'
import { ticker } from '../schedule/ticker.ts'
import type { ScheduleParts } from './schedule-parts.ts'

/** orphaned: no worker that runs has it in its code, so it does not fire. failing: its last try failed, and it tries again. */
export type ScheduleState = 'active' | 'paused' | 'failing' | 'orphaned'

/** A schedule as people see it. */
export type ScheduleView = {
  readonly name: string
  readonly state: ScheduleState
  /** When it ticks, as the newest release that runs declares it. */
  readonly spec: ScheduleSpec
  readonly nextAt: Date
  readonly lastAt: Date | null
  readonly lastJob: JobId | null
  readonly pausedAt: Date | null
  /** Tries in a row that failed, the error of the last one, and when it tries again. */
  readonly failures: number
  readonly error: ErrorRecord | null
  readonly retryAt: Date | null
  readonly createdAt: Date
}

/**
 * What people do with schedules: look at them, pause them, fire them by hand. It is `pawl.schedules`.
 *
 * @example
 * ```ts
 * for (const { name, state, nextAt } of await pawl.schedules.list()) console.log(name, state, nextAt)
 * ```
 */
export class Schedules {
  readonly #parts: ScheduleParts
  readonly #reader: Runner

  constructor(parts: ScheduleParts, reader: Runner) {
    this.#parts = parts
    this.#reader = reader
  }

  /** All schedules, those of other processes and of older releases included. One is known once a worker with it has started. */
  async list(): Promise<ScheduleView[]> {
    return (await listSchedules(this.#reader)).map(view)
  }

  /** Pauses a schedule for all processes. When this resolves, no tick of it fires any more. */
  async pause(name: string): Promise<void> {
    await this.#ensure(name)
    // in a transaction of its own: a fire that it waits for needs the other connection
    const found = await this.#parts.transactions.run((_, runner) => pauseSchedule(runner, name))
    if (!found) throw await this.#unknown(name)
    this.#parts.events.emit('schedule.pause', { schedule: name })
  }

  /** Ends a pause. Ticks of the time between were not missed: it goes on with the next one. */
  async resume(name: string): Promise<void> {
    await this.#ensure(name)
    const found = await this.#parts.transactions.run(async (_, runner) => {
      const row = await lockSchedule(runner, name)
      if (row === undefined) return false
      const { spec, paused, nextAt, now } = row
      if (paused) await resumeSchedule(runner, name, nextAt > now ? nextAt : ticker(spec, nextAt)(now))
      return true
    })
    if (!found) throw await this.#unknown(name)
    this.#parts.events.emit('schedule.resume', { schedule: name })
  }

  /**
   * Fires a schedule at once and returns the jobs. It does so when it is paused, and when the job of its last fire runs; its
   * ticks stay as they are. Of what is due in a table it takes one batch.
   */
  async fire(name: string): Promise<{ ids: readonly JobId[] }> {
    const definition = this.#parts.book.find(name)
    if (definition === undefined) throw await this.#unknown(name, 'fire it in a process that has its definition')
    await this.#ensure(name)
    return { ids: await this.#parts.firer.fireByHand(definition) }
  }

  /** Forgets a schedule that is no longer in the code of any worker. */
  async remove(name: string): Promise<void> {
    const removed = await this.#parts.transactions.run((_, runner) => removeSchedule(runner, name, unattendedLimitMs))
    if (removed) return
    throw await this.#unknown(name, 'it is in the code of a worker that runs; take it out there first')
  }

  /** One of ours may be asked for before any worker has started. */
  async #ensure(name: string): Promise<void> {
    const definition = this.#parts.book.find(name)
    if (definition !== undefined) await this.#parts.keeper.look([definition])
  }

  async #unknown(name: string, instead = ''): Promise<PawlError> {
    const names = (await this.list()).map((schedule) => schedule.name)
    if (!names.includes(name)) return this.#parts.book.unknown(name, names)
    return new PawlError('unknown-schedule', `the schedule '${name}' cannot be dealt with here: ${instead}`)
  }
}

function view({ undeclaredMs, ...row }: ScheduleRow): ScheduleView {
  const state =
    undeclaredMs > unattendedLimitMs
      ? 'orphaned'
      : row.pausedAt !== null
        ? 'paused'
        : row.failures > 0
          ? 'failing'
          : 'active'
  return { ...row, state }
}
