import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const dayMs = 24 * 60 * 60 * 1000
const dies = {
  body: z.object({ n: z.number() }),
  key: ({ n }: { n: number }) => `dies-${n}`,
  run: () => {
    throw new PermanentError('no')
  },
}
const job = defineJob({ ...dies, type: 'dies' })
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
  const service = new TestRetention(database, { retention: { deadKeepMs: dayMs } })
  await theLetterIsOld(dayMs - 60_000)
  await service.run()
  expect(await pawl.deadLetters.list()).toHaveLength(1)
  expect((await pawl.enqueue(job, { n: 1 })).duplicate).toBe(true)
  await theLetterIsOld(60_001)
  await service.run()
  expect(await pawl.deadLetters.list()).toEqual([])
  expect(service.events('retention.discard')).toMatchObject([{ queue: 'dies', count: 1 }])
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

describe('a queue that keeps its newest dead letters for any time and the others for a day', () => {
  const queues = { dies: { retention: { deadKeepMs: dayMs, deadKeepCount: 3 } } }
  const other = defineJob({ ...dies, type: 'other' })
  const numbersLeft = async () =>
    (await pawl.deadLetters.list()).map(({ type, id: of }) => `${type} ${numbers.get(of)}`)
  const numbers = new Map<string, number>()

  /** Dead letters of both queues, one after the other, the first one oldest. */
  beforeEach(async () => {
    await database.sql('truncate pawl.dead, pawl.key')
    pawl = testPawl({ url: database.url, jobs: [job, other] })
    for (let n = 1; n <= 5; n++) {
      for (const each of [job, other]) numbers.set((await pawl.enqueue(each, { n })).id, n)
      await pawl.drain({ keepOpen: true })
    }
  })

  test('keeps what is younger than a day, however many there are', async () => {
    const service = new TestRetention(database, { queues })
    await theLetterIsOld(dayMs - 60_000)
    await service.run()
    expect(await numbersLeft()).toHaveLength(10)
  })

  test('keeps the newest of what is older, and another queue keeps all', async () => {
    const service = new TestRetention(database, { queues })
    await theLetterIsOld(dayMs + 60_000)
    await service.run()
    const left = await numbersLeft()
    expect(left.filter((each) => each.startsWith('dies'))).toEqual(['dies 5', 'dies 4', 'dies 3'])
    expect(left.filter((each) => each.startsWith('other'))).toHaveLength(5)
    expect(service.events('retention.discard')).toMatchObject([{ queue: 'dies', count: 2 }])
  })

  test('counts the lanes of a queue together', async () => {
    const urgent = await Promise.all([6, 7].map((n) => pawl.enqueue(job, { n }, { priority: 1 })))
    for (const [i, each] of urgent.entries()) numbers.set(each.id, 6 + i)
    await pawl.drain({ keepOpen: true })
    const service = new TestRetention(database, { queues })
    await theLetterIsOld(dayMs + 60_000)
    await service.run()
    const left = (await numbersLeft()).filter((each) => each.startsWith('dies'))
    expect(left.sort()).toEqual(['dies 5', 'dies 6', 'dies 7'])
  })

  test('has its own options in the place of those of all queues', async () => {
    const service = new TestRetention(database, { queues, retention: { deadKeepMs: dayMs, deadKeepCount: 1 } })
    await theLetterIsOld(dayMs + 60_000)
    await service.run()
    expect(await numbersLeft()).toEqual(['other 5', 'dies 5', 'dies 4', 'dies 3'])
  })

  test('leaves jobs alone that have not run, however old', async () => {
    const { id: waiting } = await pawl.enqueue(job, { n: 99 }, { delayMs: 1_000 * dayMs })
    const service = new TestRetention(database, { queues })
    await service.turnOver()
    await service.age(keepMs + 1)
    await theLetterIsOld(1_000 * dayMs)
    await service.run()
    expect(await pawl.job(waiting)).toMatchObject({ status: 'scheduled', body: { n: 99 } })
    await pawl.cancel(waiting)
  })
})
