import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, PermanentError } from '../../src/index.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { keepMs, smallPartitions, TestRetention } from '../retention/support/test-retention.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { nextRelease } from './next-release.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const hourMs = 3_600_000
const body = z.object({ n: z.number(), fail: z.boolean().default(false) })
const work = defineJob({
  type: 'work',
  body,
  key: ({ n }) => `key-${n}`,
  onDuplicate: 'replace',
  group: () => 'one at a time',
  async run(job) {
    if (job.body.fail) throw new PermanentError('as asked')
    await job.step('once', () => job.body.n)
    await job.progress({ done: 1, total: 1 })
    await job.commit(async () => {})
  },
})
const parent = defineJob({ type: 'parent', body, run: async (job) => (await job.dependencies()).length })
const ticked = defineJob({ type: 'ticked', body: z.object({}), run() {} })
const schedule = defineSchedule({ name: 'hourly', everyMs: hourMs, job: ticked, body: () => ({}) })
const options = { url: database.url, jobs: [work, parent, ticked], schedules: [schedule] }

/** A little of all that Pawl does. */
async function live(pawl: Pawl): Promise<void> {
  const [first, second] = await pawl.enqueueMany(work, [{ n: 1 }, { n: 2 }])
  const later = await pawl.enqueue(work, { n: 3 }, { delayMs: hourMs })
  expect(await pawl.enqueue(work, { n: 3 }, { delayMs: 0 })).toMatchObject({
    id: later.id,
    duplicate: true,
    replaced: true,
  })
  const gathers = await pawl.enqueue(parent, { n: 4 }, { after: [first!.id, second!.id, later.id] })
  expect(await pawl.result(gathers.id)).toBe(3)

  const fails = await pawl.enqueue(work, { n: 5, fail: true })
  await expect(pawl.result(fails.id)).rejects.toThrow('as asked')
  const replay = await pawl.deadLetters.replay(fails.id, { body: { n: 5 } })
  await pawl.result(replay.id)
  const cancelled = await pawl.enqueue(work, { n: 6 }, { delayMs: hourMs })
  expect(await pawl.cancel(cancelled.id)).toMatchObject({ cancelled: true })
  const { ids } = await pawl.schedules.fire('hourly')
  await pawl.result(ids[0]!)
  expect(await pawl.job(first!.id)).toMatchObject({ status: 'succeeded', key: 'key-1' })
  expect(await pawl.erase({ ids: [first!.id] })).toMatchObject({ erased: 1 })
}

test('a process of this release goes on, and another one starts, on the schema of the next release', async () => {
  const before = testPawl(options)
  await before.start()
  // a lane that nobody ever claims from
  await database.sql(`insert into pawl.lane (queue, type, version, priority) values ('idle', 'idle', 1, 5)`)
  await live(before)
  await service.run()
  expect((await migrate(database.url, {}, nextRelease())).length).toBeGreaterThan(0)
  await live(before)
  expect(before.repairs).toMatchObject({ key: 0, slot: 0, parked: 0, waiting: 0 })

  const after = testPawl({ ...options, migrate: true })
  await after.start()
  await before.stop()
  await live(after)
  expect(await after.migrate()).toEqual([])
  const [schema] = (await after.doctor()).filter(({ check }) => check === 'schema')
  expect(schema).toMatchObject({ status: 'warn', advice: expect.stringContaining('newer than this release') })

  // history goes, cursors are carried, and partitions are made
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  await until('the partition has gone', async () => {
    await service.run()
    return service.dropped.includes(closed)
  })
  await live(after)
  expect(await database.sql(`select from pawl.key`)).toEqual([])
})
