import type { DueRow, FiredTick } from './tick-book.ts'

/** The ticks that a schedule had: from the first on, and not the one that is next. */
export type TickRange = {
  readonly schedule: string
  readonly first: Date
  readonly next: Date
  readonly everyMs: number
}

export type TickTally = {
  /** Ticks that have come. */
  readonly ticks: number
  /** Of these, with a job. */
  readonly fired: number
  /** Jobs beyond the first of a tick. */
  readonly doubled: number
  readonly missed: number
  /** Jobs for an instant that is no tick. */
  readonly strays: number
}

export type DueTally = {
  /** How often rows were advanced, in all. */
  readonly advanced: number
  readonly enqueued: number
  readonly doubled: number
  readonly missed: number
}

export function tallyTicks(ranges: readonly TickRange[], fired: readonly FiredTick[]): TickTally {
  const jobs = new Map(fired.map(({ schedule, at, jobs }) => [`${schedule} ${at}`, jobs]))
  const ticks = ranges.flatMap(({ schedule, first, next, everyMs }) => {
    const count = Math.round((next.getTime() - first.getTime()) / everyMs)
    return Array.from(
      { length: count },
      (_, i) => `${schedule} ${new Date(first.getTime() + i * everyMs).toISOString()}`,
    )
  })
  const expected = new Set(ticks)
  return {
    ticks: ticks.length,
    fired: ticks.filter((tick) => jobs.has(tick)).length,
    doubled: [...jobs.values()].reduce((sum, count) => sum + count - 1, 0),
    missed: ticks.filter((tick) => !jobs.has(tick)).length,
    strays: [...jobs.keys()].filter((tick) => !expected.has(tick)).length,
  }
}

/** Each time that a row was advanced must have brought one job. */
export function tallyDue(rows: readonly DueRow[]): DueTally {
  const sum = (count: (row: DueRow) => number) => rows.reduce((total, row) => total + count(row), 0)
  return {
    advanced: sum(({ advances }) => advances),
    enqueued: sum(({ jobs }) => jobs),
    doubled: sum(({ jobs, distinct }) => jobs - distinct),
    missed: sum(({ advances, distinct }) => Math.max(0, advances - distinct)),
  }
}
