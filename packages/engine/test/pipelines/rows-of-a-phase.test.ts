import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, type PhaseDefinition, phase } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

const errorOf = async (name: string, each: PhaseDefinition) => {
  const scan = definePhases(name, [each], { retry: { attempts: 1 } })
  const pawl = patientPawl(url, scan)
  const { job } = await pawl.pipelines.start(scan, 'a')
  await pawl.drain({ keepOpen: true })
  return (await pawl.job(job))!.error
}

test.each([
  ['two of one page that have the same', [7, 8, 7], "two rows with the key '7'"],
  ['one that has none', [{}], 'a row without a key'],
  ['one that is too long', ['x'.repeat(2_000)], 'a key of 2000 characters'],
  ['one that PostgreSQL cannot store', ['a\0b'], 'PostgreSQL can store'],
])('of keys that cannot be told apart or kept, %s, the run says what is wrong', async (what, ids, message) => {
  const rows = ids.map((id) => (typeof id === 'object' ? id : { id }))
  const each = phase('odd', { undone: async () => rows, write: async () => {} })
  expect(await errorOf(`keys: ${what}`, each)).toMatchObject({
    code: 'invalid-rows',
    message: expect.stringContaining(message),
  })
})

test('a row that does not end within its time is recorded as failed, and the others go on', async () => {
  let aborted: unknown
  const scan = definePhases('slow', [
    numbers('double', {
      batch: 5,
      rowTimeoutMs: 50,
      work({ id }, { signal }) {
        if (id === 3) return new Promise(() => {})
        if (id !== 4) return
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted = signal.reason
            reject(signal.reason)
          })
        })
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('b', 1, 10)
  await pawl.pipelines.start(scan, 'b')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(scan, 'b')).toMatchObject({ state: 'done', phases: [{ done: 8, failed: 2 }] })
  expect((await written('b')).double).toEqual({ 0: 2, 1: 8 })
  const error = { code: 'row-timeout', message: expect.stringContaining('50 ms') }
  expect(await pawl.pipelines.failures(scan, 'b')).toMatchObject([
    { key: '3', error },
    { key: '4', error },
  ])
  expect(aborted).toMatchObject({ code: 'row-timeout' })
})

test('the signal of a row with a time of its own fires on cancel, too', async () => {
  let reason: { code?: string } | undefined
  const scan = definePhases('cancelled-row', [
    numbers('double', {
      rowTimeoutMs: 600_000,
      work: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
            reject(signal.reason)
          })
          void pawl.pipelines.cancel(scan, 'c')
        }),
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('c', 1, 1)
  await pawl.pipelines.start(scan, 'c')
  await pawl.drain({ keepOpen: true })
  expect(reason).toMatchObject({ code: 'cancelled' })
  expect(await pawl.pipelines.get(scan, 'c')).toMatchObject({ state: 'cancelled' })
})

test('a failure whose row is gone is forgotten by the next run, and one whose row is still there is not', async () => {
  const scan = definePhases('gone', [
    numbers('double', {
      batch: 2,
      maxFailures: 2,
      work({ id }) {
        if (id <= 4) throw new Error('small numbers are hard')
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  const failed = async () => (await pawl.pipelines.failures(scan, 'd')).map(({ key }) => key)
  const run = async () => {
    await pawl.pipelines.start(scan, 'd')
    await pawl.drain({ keepOpen: true })
    return failed()
  }
  await fill('d', 1, 8)
  expect(await run()).toEqual(['1', '2', '3', '4'])
  expect(await run()).toEqual(['1', '2', '3', '4'])
  await database.sql('delete from number where id = 1')
  await database.sql('update number set double_done = 1 where id = 2')
  // those that are left were given up, and are still to be seen
  expect(await run()).toEqual(['3', '4'])
})

test.each([
  ['strictly one after the other', {}, 1],
  ['so many at once as it says', { parallel: 4 }, 4],
])('the rows of a batch are worked on %s', async (_, options, most) => {
  let [now, peak] = [0, 0]
  const order: number[] = []
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const scan = definePhases(`parallel-${most}`, [
    numbers('double', {
      ...options,
      async work({ id }) {
        order.push(id)
        peak = Math.max(peak, ++now)
        await turn()
        now--
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('e', 1, 120)
  await pawl.pipelines.start(scan, 'e')
  await pawl.drain({ keepOpen: true })
  expect(peak).toBe(most)
  expect(order).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
})
