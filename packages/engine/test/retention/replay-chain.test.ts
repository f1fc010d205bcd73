import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
let ran: string[]
const child = defineJob({
  type: 'child',
  body: z.object({ who: z.string(), fail: z.boolean() }),
  run({ body: { who, fail } }) {
    ran.push(who)
    if (fail) throw new PermanentError('as asked')
  },
})
const parent = defineJob({ type: 'parent', body: z.object({}), run: () => void ran.push('parent') })
const fails = { who: 'child', fail: true }
let pawl: Pawl

beforeEach(async () => {
  ran = []
  await database.sql('truncate pawl.dead, pawl.dependency, pawl.waiter, pawl.later')
  pawl = testPawl({ url: database.url, jobs: [child, parent] })
})

/** Dead letters of which each replays the one before; nobody has decided on the last. */
async function chain(first: string): Promise<[string, string, string]> {
  const ids = [first]
  for (;;) {
    await pawl.drain({ keepOpen: true })
    if (ids.length === 3) return ids as [string, string, string]
    ids.push((await pawl.deadLetters.replay(ids.at(-1)!)).id)
  }
}

/** So long ago that it goes as soon as retention looks. */
const isOld = (...ids: string[]) =>
  database.sql(`update pawl.dead set ended_at = now() - interval '1 year' where 'job_' || job_id = any ($1)`, [ids])

async function historyGoes(): Promise<void> {
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  await service.run()
  expect(service.dropped).toContain(closed)
}

test.each([
  ['oldest', 0, 1],
  ['youngest', 1, 0],
])('letters of a chain of replays can go in any order, the %s first', async (_, sooner, later) => {
  const { id } = await pawl.enqueue(child, fails)
  const ids = await chain(id)
  await isOld(ids[sooner]!)
  await service.run()
  expect(await pawl.deadLetters.show(ids[sooner]!)).toBeUndefined()
  expect(await pawl.deadLetters.show(ids[later]!)).toMatchObject({
    endedAs: 'replayed',
    replayedAs: ids[later + 1],
    replays: later === 0 ? null : ids[later - 1],
  })
  await isOld(ids[later]!)
  await historyGoes()
  expect(await pawl.deadLetters.list()).toMatchObject([{ id: ids[2] }])
  expect(await pawl.job(ids[2])).toMatchObject({ status: 'failed', replays: ids[1], body: fails })
  const last = await pawl.deadLetters.replay(ids[2], { body: { who: 'the last', fail: false } })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(last.id)).toMatchObject({ status: 'succeeded', replays: ids[2] })
})

test('who waits for the first of a chain learns what the last comes to, though the history of all is gone', async () => {
  const first = await pawl.enqueue(child, fails)
  const waits = await pawl.enqueue(parent, {}, { after: [first.id], onFailed: 'wait' })
  const ids = await chain(first.id)
  await isOld(ids[0], ids[1])
  await historyGoes()
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(waits.id)).toMatchObject({ status: 'scheduled' })
  expect(ran).not.toContain('parent')

  await pawl.deadLetters.replay(ids[2], { body: { who: 'the last', fail: false } })
  await isOld(ids[2])
  await service.run()
  await pawl.drain({ keepOpen: true })
  expect(ran.slice(-2)).toEqual(['the last', 'parent'])
  await service.run()
  expect(await database.sql('select from pawl.dead')).toEqual([])
})

test('to erase the last of a chain erases all of it, also when only the letters are left', async () => {
  const first = await pawl.enqueue(child, fails)
  await pawl.enqueue(parent, {}, { after: [first.id], onFailed: 'wait' })
  const ids = await chain(first.id)
  await historyGoes()
  await pawl.erase({ ids: [ids[2]] })
  const bodies = await database.sql('select body from pawl.dead')
  expect(bodies).toEqual(ids.map(() => ({ body: { erased: true } })))
})
