import type { OwnTransactions } from '../postgres/own-transactions.ts'
import type { Runner } from '../postgres/runner.ts'
import {
  declareSchedules,
  insertSchedule,
  type Look,
  lockSchedule,
  lookAtSchedules,
  type SeenSchedule,
  takeOverSchedule,
} from '../postgres/schedules.ts'
import { decideTakeOver, supersede, type TakeOver } from '../schedule/decide-take-over.ts'
import { firstTick } from '../schedule/first-tick.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import type { Events } from './events.ts'

export type ScheduleKeeperOptions = {
  readonly runner: Runner
  readonly transactions: OwnTransactions
  readonly events: Events
}

/** Six times within the limit after which a spec counts as unattended. */
const declareEveryMs = 5_000

/** Keeps the rows of schedules: makes them, says that somebody is there for them, and changes their specs. */
export class ScheduleKeeper {
  readonly #options: ScheduleKeeperOptions
  readonly #outdated = new Set<string>()

  constructor(options: ScheduleKeeperOptions) {
    this.#options = options
  }

  /** The rows of these schedules; those that had none have one then. */
  async look(definitions: readonly ScheduleDefinition[]): Promise<Look> {
    const { runner } = this.#options
    const names = definitions.map(({ name }) => name)
    const look = await lookAtSchedules(runner, names)
    const missing = definitions.filter(({ name }) => !look.seen.has(name))
    if (missing.length === 0) return look
    for (const { name, spec } of missing) await insertSchedule(runner, name, spec, firstTick(spec, look.now))
    return lookAtSchedules(runner, names)
  }

  async declare(definitions: readonly ScheduleDefinition[], { seen }: Look): Promise<void> {
    const stale = definitions.flatMap(({ name, spec }) => {
      const row = seen.get(name)
      if (row === undefined) return []
      const attends = standing(spec, row) === 'stands'
      return (attends ? row.unattendedMs : row.undeclaredMs) > declareEveryMs ? [{ name, attends }] : []
    })
    if (stale.length === 0) return
    const attended = stale.filter(({ attends }) => attends)
    await declareSchedules(this.#options.runner, namesOf(stale), namesOf(attended))
  }

  /** What this process may do with a schedule. It says so once when a newer spec than its own stands. */
  standing({ name, spec }: ScheduleDefinition, row: SeenSchedule): TakeOver {
    const result = standing(spec, row)
    if (result !== 'outdated') this.#outdated.delete(name)
    else if (!this.#outdated.has(name)) {
      this.#outdated.add(name)
      this.#options.events.emit('schedule.outdated', { schedule: name, declared: spec, standing: row.spec })
    }
    return result
  }

  /**
   * Puts this process's spec in the place of the one that stands. It holds from when the old one was last attended to, or
   * ticked: so no tick is lost while releases change, and none comes twice that both have.
   */
  async takeOver({ name, spec }: ScheduleDefinition): Promise<void> {
    const change = await this.#options.transactions.run(async (_, runner) => {
      const row = await lockSchedule(runner, name)
      if (row === undefined || standing(spec, row) !== 'takes') return undefined
      const from = new Date(Math.max(row.attendedAt.getTime(), row.lastTick?.getTime() ?? 0))
      const nextAt = firstTick(spec, from)
      const superseded = supersede({ mine: spec, standing: row.spec, superseded: row.superseded })
      await takeOverSchedule(runner, name, { spec, superseded, nextAt })
      return { schedule: name, from: row.spec, to: spec, nextAt }
    })
    if (change !== undefined) this.#options.events.emit('schedule.change', change)
  }
}

function standing(
  mine: ScheduleDefinition['spec'],
  row: Pick<SeenSchedule, 'spec' | 'superseded' | 'unattendedMs'>,
): TakeOver {
  return decideTakeOver({ mine, standing: row.spec, superseded: row.superseded, unattendedMs: row.unattendedMs })
}

function namesOf(rows: readonly { readonly name: string }[]): string[] {
  return rows.map(({ name }) => name)
}
