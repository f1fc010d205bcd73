import { defineJob } from 'pawl'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { family } from './support/family.ts'

const database = testDatabase()
const hourMs = 3_600_000

test('a job runs when all that it waits for have ended, and gets their results', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'results')
  const children = await pawl.enqueueMany(child, [{ n: 1 }, { n: 2 }, { n: 3 }])
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: children.map((one) => one.id) })
  expect(await pawl.job(id)).toMatchObject({ status: 'scheduled', runAt: null })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1, 2, 3, 100])
  expect(ran[3]!.seen).toEqual(
    children.map((one, i) => ({ id: one.id, status: 'succeeded', result: { doubled: (i + 1) * 2 }, error: null })),
  )
})

test('jobs that had ended before are not waited for', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'ended')
  const { id } = await pawl.enqueue(child, { n: 1 })
  await pawl.drain({ keepOpen: true })
  await pawl.enqueue(parent, { n: 100 }, { after: [id] })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1, 100])
})

test('it waits for what has not ended: a job that is scheduled for later', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'open')
  const done = await pawl.enqueue(child, { n: 1 })
  const later = await pawl.enqueue(child, { n: 2 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [done.id, later.id] })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1])
  expect(await pawl.job(id)).toMatchObject({ status: 'scheduled' })
  await pawl.cancel(id)
})

test('by default a child that failed makes its parent a dead letter that says why, and so on up the tree', async () => {
  const { child, parent, pawl } = family(database.url, 'fail')
  const dead: string[] = []
  pawl.on('job.dead', ({ id, reason }) => dead.push(`${id} ${reason}`))
  const bad = await pawl.enqueue(child, { n: 1, fail: true })
  const mother = await pawl.enqueue(parent, { n: 100 }, { after: [bad.id] })
  const grandmother = await pawl.enqueue(parent, { n: 200 }, { after: [mother.id] })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.deadLetters.show(mother.id)).toMatchObject({
    reason: 'dependency',
    failures: 0,
    error: { message: `${bad.id}, which it waited for, has failed` },
  })
  expect(dead).toEqual([`${bad.id} permanent`, `${mother.id} dependency`, `${grandmother.id} dependency`])
})

test('ignore runs the parent all the same, and it sees what failed', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'ignore')
  const bad = await pawl.enqueue(child, { n: 1, fail: true })
  await pawl.enqueue(parent, { n: 100 }, { after: [bad.id], onFailed: 'ignore' })
  await pawl.drain({ keepOpen: true })
  expect(ran.at(-1)).toMatchObject({ n: 100, seen: [{ id: bad.id, status: 'failed', error: { message: 'as asked' } }] })
})

test.each([
  ['replayed', 'succeeded'],
  ['discarded', 'succeeded'],
])('wait says so once, and goes on when the dead letter is %s', async (decision, status) => {
  const { child, parent, pawl } = family(database.url, `wait-${decision}`)
  const blocked: string[] = []
  pawl.on('job.blocked', ({ id, on }) => blocked.push(`${id} ${on}`))
  const bad = await pawl.enqueue(child, { n: 1, fail: true })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [bad.id], onFailed: 'wait' })
  await pawl.drain({ keepOpen: true })
  await pawl.drain({ keepOpen: true })
  expect(blocked).toEqual([`${id} ${bad.id}`])
  expect(await pawl.job(id)).toMatchObject({ status: 'scheduled' })
  if (decision === 'replayed') await pawl.deadLetters.replay(bad.id, { body: { n: 2 } })
  else await pawl.deadLetters.discard([bad.id])
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status })
})

test('a job that does not exist is not waited for in silence', async () => {
  const { parent, pawl } = family(database.url, 'unknown')
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: ['job_999999999'] })
  await pawl.drain({ keepOpen: true })
  expect((await pawl.deadLetters.show(id))?.error?.message).toMatch(/job_999999999.* never been made/)
})

test('a cancelled parent is gone for good, and leaves nothing behind', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'cancelled')
  const { id: first } = await pawl.enqueue(child, { n: 1 })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [first] })
  expect(await pawl.cancel(id)).toMatchObject({ cancelled: true })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1])
  expect(await database.sql('select from pawl.waiter where job_id = $1', [Number(id.slice(4))])).toEqual([])
})

test('a handler fans out and in: children and the one that gathers them are written with its completion', async () => {
  const gathered: unknown[] = []
  const part = defineJob({
    type: 'part',
    body: z.object({ n: z.number() }),
    key: ({ n }) => `part-${n % 5}`,
    run: ({ body }) => body.n,
  })
  const gather = defineJob({
    type: 'gather',
    body: z.object({}),
    async run(job) {
      gathered.push((await job.dependencies()).map(({ result }) => result))
    },
  })
  const split = defineJob({
    type: 'split',
    body: z.object({}),
    async run(job) {
      const parts = await Promise.all([1, 2, 3, 6].map((n) => job.enqueue(part, { n })))
      await job.enqueue(gather, {}, { after: parts.map(({ id }) => id) })
      if (job.attempt === 1) throw new Error('nothing of the first attempt may be left')
    },
  })
  const pawl = testPawl({
    url: database.url,
    jobs: [part, gather, { ...split, retry: { attempts: 2, backoff: () => 0 } }],
  })
  await pawl.enqueue(split, {})
  await pawl.drain({ keepOpen: true })
  // the key of 6 is that of 1: it is the same part
  expect(gathered).toEqual([[1, 2, 3]])
})

test('in the caller’s transaction: a rollback leaves neither the job nor what it waits for', async () => {
  const { child, parent, pawl } = family(database.url, 'rollback')
  const { id: first } = await pawl.enqueue(child, { n: 1 })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  const { id } = await pawl.enqueue(parent, { n: 100 }, { tx: client, after: [first] })
  await client.query('rollback')
  await client.end()
  expect(await pawl.job(id)).toBeUndefined()
  expect(await database.sql('select from pawl.dependency where job_id = $1', [Number(id.slice(4))])).toEqual([])
})

test('wrong options are refused with advice', async () => {
  const { parent, pawl } = family(database.url, 'wrong')
  await expect(pawl.enqueue(parent, { n: 1 }, { after: ['17'] })).rejects.toThrow(/job_/)
  await expect(pawl.enqueue(parent, { n: 1 }, { onFailed: 'wait' })).rejects.toThrow(/after/)
  await expect(pawl.enqueue(parent, { n: 1 }, { after: ['job_1'], delayMs: 5 })).rejects.toThrow(/delayMs/)
})
