import type { Connections } from '../postgres/connections.ts'
import type { OwnTransactions } from '../postgres/own-transactions.ts'
import type { Runner } from '../postgres/runner.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import type { Enqueuer } from './enqueuer.ts'
import type { Events } from './events.ts'
import type { Registry } from './registry.ts'
import { ScheduleBook } from './schedule-book.ts'
import { ScheduleFirer } from './schedule-firer.ts'
import { ScheduleKeeper } from './schedule-keeper.ts'

/** What a scheduler and the people who ask about schedules have in common. */
export type ScheduleParts = {
  readonly book: ScheduleBook
  readonly keeper: ScheduleKeeper
  readonly firer: ScheduleFirer
  readonly runner: Runner
  readonly transactions: OwnTransactions
  readonly events: Events
}

export type SchedulePartsOptions = {
  readonly schedules: readonly ScheduleDefinition[]
  readonly registry: Registry
  readonly connections: Connections
  readonly enqueuer: Enqueuer
  readonly events: Events
}

export function makeScheduleParts(options: SchedulePartsOptions): ScheduleParts {
  const { schedules, registry, connections, enqueuer, events } = options
  const { general: runner, schedules: transactions } = connections
  return {
    book: new ScheduleBook(schedules, registry),
    keeper: new ScheduleKeeper({ runner, transactions, events }),
    firer: new ScheduleFirer({ runner, transactions, enqueuer, events }),
    runner,
    transactions,
    events,
  }
}
