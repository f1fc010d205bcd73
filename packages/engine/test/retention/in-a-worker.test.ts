import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { retentionSettings } from '../../src/runtime/retention-options.ts'
import { testDatabase } from '../support/database.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { size, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const job = defineJob({ type: 'works', body: z.object({}), run: () => {} })
const retention = { keepMs: 60_000 }
const bouncer = await startPgBouncer(inject('adminUrl'))
afterAll(() => (typeof bouncer === 'string' ? undefined : bouncer.stop()))

test('a worker drops history by itself, for as long as it was told to keep it', async () => {
  const first = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  const { id } = await first.enqueue(job, {})
  await first.drain()
  const closed = await service.turnOver()
  await service.age(retention.keepMs)
  const pawl = testPawl({ url: database.url, jobs: [job], retention }, { partitionSize: size })
  const dropped: number[] = []
  pawl.on('retention.drop', ({ partition }) => dropped.push(partition))
  await pawl.start()
  await until('it has dropped the partition', () => dropped.includes(closed))
  expect(await pawl.job(id)).toBeUndefined()
  await reaches(pawl, (await pawl.enqueue(job, {})).id, 'succeeded')
})

test('options that make no sense are refused', () => {
  const pawl = (options: object) => () => testPawl({ url: database.url, jobs: [job], retention: options })
  expect(pawl({ keepMs: 1_000 })).toThrow(/retention\.keepMs must be a number from 60000 to/)
  expect(pawl({ deadKeepMs: '1 day' })).toThrow(/retention\.deadKeepMs/)
  expect(pawl({ keepDays: 3 })).toThrow(/no option 'keepDays'/)
  expect(pawl({ deadKeepMs: 60_000, deadKeepCount: -1 })).toThrow(/retention\.deadKeepCount/)
  expect(pawl({ deadKeepCount: 5 })).toThrow(/retention\.deadKeepCount needs deadKeepMs/)
  const queue = (options: object) => () =>
    testPawl({ url: database.url, jobs: [job], queues: { works: { retention: options } } })
  expect(queue({ keepMs: 1 })).toThrow(/queues\['works'\]\.retention\.keepMs must be/)
  expect(queue({ keepDays: 3 })).toThrow(/queues\['works'\]\.retention has no option 'keepDays'/)
})

test('history is kept for the longest time that a queue asks for', () => {
  const queues = { works: { retention: { keepMs: 3_600_000 } }, others: {} }
  expect(retentionSettings({ keepMs: 60_000 }, queues).keepMs).toBe(3_600_000)
  expect(retentionSettings({ keepMs: 7_200_000 }, queues).keepMs).toBe(7_200_000)
  expect(retentionSettings({}, queues).keepMs).toBe(14 * 24 * 3_600_000)
})

test('a worker behind PgBouncer does so too, and gives up on a reader in between without a setting that would leak', async (context) => {
  if (typeof bouncer === 'string') {
    if (process.env.CI) expect.fail(bouncer)
    return context.skip(bouncer)
  }
  const url = bouncer.url(new URL(database.url).pathname.slice(1))
  const pawl = testPawl({ url, jobs: [job], retention, pooler: true }, { partitionSize: size })
  await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  const closed = await service.turnOver()
  await service.age(retention.keepMs)
  const reader = await database.connect()
  await reader.query('begin')
  await reader.query('select count(*) from pawl.attempt')
  const [waited, dropped]: [string[], number[]] = [[], []]
  pawl.on('retention.wait', ({ reason }) => waited.push(reason))
  pawl.on('retention.drop', ({ partition }) => dropped.push(partition))
  await pawl.start()
  await until('it has given up for now', () => waited.includes('readers'))
  expect(dropped).toEqual([])
  await reader.query('commit')
  await until('it has dropped the partition', () => dropped.includes(closed))
})
