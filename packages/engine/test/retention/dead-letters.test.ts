import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const dayMs = 24 * 60 * 60 * 1000
const job = defineJob({
  type: 'dies',
  body: z.object({ n: z.number() }),
  key: ({ n }) => `dies-${n}`,
  run: () => {
    throw new PermanentError('no')
  },
})
let pawl: Pawl
let id: string

beforeEach(async () => {
  await database.sql('truncate pawl.dead, pawl.key')
  pawl = testPawl({ url: database.url, jobs: [job] })
  id = (await pawl.enqueue(job, { n: 1 })).id
  await pawl.drain({ keepOpen: true })
})

const theLetterIsOld = (ms: number) =>
  database.sql(
    `update pawl.dead set died_at = died_at - $1::float8 * interval '1 ms', ended_at = ended_at - $1::float8 * interval '1 ms'`,
    [ms],
  )

test('a dead letter outlives the history of its job, whole, and can be replayed', async () => {
  const service = new TestRetention(database)
  await service.turnOver()
  await service.age(keepMs + 1)
  await theLetterIsOld(1_000 * dayMs)
  await service.run()
  expect(await pawl.attempts(id)).toEqual([])
  expect(await pawl.job(id)).toMatchObject({ id, status: 'failed', body: { n: 1 }, failures: 1, key: 'dies-1' })
  expect(await pawl.deadLetters.show(id)).toMatchObject({ id, body: { n: 1 }, reason: 'permanent' })
  await expect(pawl.result(id)).rejects.toThrow('no')
  expect(await pawl.cancel(id)).toMatchObject({ cancelled: false, state: 'failed' })
  expect(await pawl.jobByKey(job, 'dies-1')).toMatchObject({ id })
  const replayed = await pawl.deadLetters.replay(id)
  expect(await pawl.job(replayed.id)).toMatchObject({ status: 'pending', body: { n: 1 }, replays: id })
  await pawl.cancel(replayed.id)
})

test('a dead letter that nobody decided on in the time that was set is discarded, and its key is free', async () => {
  const service = new TestRetention(database, { deadKeepMs: dayMs })
  await theLetterIsOld(dayMs - 60_000)
  await service.run()
  expect(await pawl.deadLetters.list()).toHaveLength(1)
  expect((await pawl.enqueue(job, { n: 1 })).duplicate).toBe(true)
  await theLetterIsOld(60_001)
  await service.run()
  expect(await pawl.deadLetters.list()).toEqual([])
  expect(service.events('retention.discard')).toMatchObject([{ count: 1 }])
  expect((await pawl.deadLetters.show(id))?.endedAs).toBe('discarded')
  expect((await pawl.enqueue(job, { n: 1 })).duplicate).toBe(false)
})

test('a dead letter that was decided on goes when it was kept for as long as history', async () => {
  const service = new TestRetention(database)
  await pawl.deadLetters.discard([id])
  await theLetterIsOld(keepMs - 60_000)
  await service.run()
  expect(await pawl.deadLetters.show(id)).toBeDefined()
  await theLetterIsOld(60_001)
  await service.run()
  expect(await pawl.deadLetters.show(id)).toBeUndefined()
})
