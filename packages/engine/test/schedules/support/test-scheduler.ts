import { afterEach } from 'vitest'
import { Connections } from '../../../src/postgres/connections.ts'
import { Enqueuer } from '../../../src/runtime/enqueuer.ts'
import { Events } from '../../../src/runtime/events.ts'
import { JobWriter } from '../../../src/runtime/job-writer.ts'
import { LaneBook } from '../../../src/runtime/lane-book.ts'
import { readSettings } from '../../../src/runtime/read-options.ts'
import { Registry } from '../../../src/runtime/registry.ts'
import { makeScheduleParts } from '../../../src/runtime/schedule-parts.ts'
import { Scheduler } from '../../../src/runtime/scheduler.ts'
import { Schedules } from '../../../src/runtime/schedules.ts'
import type { ScheduleDefinition } from '../../../src/schedule/schedule-definition.ts'

export type TestScheduler = {
  readonly schedules: Schedules
  readonly events: Events
  /** Looks once, and waits until all that this began is done. */
  tick(): Promise<void>
  runOnce(): Promise<number>
  stop(): Promise<void>
}

const open: Connections[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((connections) => connections.close()))
})

/** One process's scheduler without a worker, to be driven by hand. */
export function testScheduler(
  url: string,
  schedules: readonly ScheduleDefinition[],
  { commitIdleMs = 30_000 } = {},
): TestScheduler {
  const connections = new Connections({
    url,
    prepare: true,
    commitConnections: 1,
    commitIdleMs,
    reads: readSettings(),
    onReconnect: () => {},
  })
  open.push(connections)
  const events = new Events()
  const registry = new Registry([...new Set(schedules.map(({ job }) => job))], {})
  const writer = new JobWriter({ runners: { plain: connections.enqueues, tied: connections.keys } })
  const enqueuer = new Enqueuer(writer, new LaneBook(connections.general), events)
  const parts = makeScheduleParts({ schedules, registry, connections, enqueuer, events })
  const scheduler = new Scheduler({ ...parts, maxWaitMs: 1_000, onNext: () => {} })
  return {
    schedules: new Schedules(parts, parts.runner),
    events,
    async tick() {
      await scheduler.runOnce()
      await scheduler.idle()
    },
    runOnce: () => scheduler.runOnce(),
    stop: () => scheduler.stop(),
  }
}
