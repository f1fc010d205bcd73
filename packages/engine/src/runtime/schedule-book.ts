import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import { suggest } from '../suggest.ts'
import type { Registry } from './registry.ts'

/** The schedules one Pawl was given. */
export class ScheduleBook {
  readonly #byName = new Map<string, ScheduleDefinition>()

  constructor(schedules: readonly ScheduleDefinition[], registry: Registry) {
    for (const schedule of schedules) {
      if (this.#byName.has(schedule.name)) {
        throw new PawlError(
          'duplicate-schedule',
          `two schedules have the name '${schedule.name}'; give one another name`,
        )
      }
      registry.definition(schedule.job.type)
      this.#byName.set(schedule.name, schedule)
    }
  }

  get all(): readonly ScheduleDefinition[] {
    return [...this.#byName.values()]
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  find(name: string): ScheduleDefinition | undefined {
    return this.#byName.get(name)
  }

  /** One that nobody knows. `others` are names that are not of this process. */
  unknown(name: string, others: readonly string[]): PawlError {
    const hint = suggest(name, new Set([...this.names, ...others]))
    return new PawlError('unknown-schedule', `there is no schedule ${show(name)}${hint}`)
  }
}
