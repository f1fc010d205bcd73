import { defineJob, PermanentError } from 'pawl'
import { advanceTime } from 'pawl/testing'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Connection } from '../../src/postgres/connection.ts'
import { statement } from '../../src/postgres/statement.ts'
import { Events } from '../../src/runtime/events.ts'
import { WaitingRoom } from '../../src/runtime/waiting-room.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const hourMs = 3_600_000

type Ran = { readonly n: number; readonly seen: unknown }

/** Children that do as they are told, and a parent that notes what became of them. */
function family(name: string) {
  const ran: Ran[] = []
  const child = defineJob({
    type: `${name}.child`,
    body: z.object({ n: z.number(), fail: z.boolean().default(false) }),
    retry: { attempts: 1 },
    run({ body: { n, fail } }) {
      ran.push({ n, seen: undefined })
      if (fail) throw new PermanentError('as asked')
      return { doubled: n * 2 }
    },
  })
  const parent = defineJob({
    type: `${name}.parent`,
    body: z.object({ n: z.number() }),
    async run(job) {
      ran.push({ n: job.body.n, seen: await job.dependencies() })
    },
  })
  return { ran, child, parent, pawl: testPawl({ url: database.url, jobs: [child, parent] }) }
}

test('a job runs when all that it waits for have ended, and gets their results', async () => {
  const { ran, child, parent, pawl } = family('results')
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
  const { ran, child, parent, pawl } = family('ended')
  const { id } = await pawl.enqueue(child, { n: 1 })
  await pawl.drain({ keepOpen: true })
  await pawl.enqueue(parent, { n: 100 }, { after: [id] })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1, 100])
})

test('it waits for what has not ended: a job that is scheduled for later', async () => {
  const { ran, child, parent, pawl } = family('open')
  const done = await pawl.enqueue(child, { n: 1 })
  const later = await pawl.enqueue(child, { n: 2 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [done.id, later.id] })
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1])
  expect(await pawl.job(id)).toMatchObject({ status: 'scheduled' })
  await pawl.cancel(id)
})

test('by default a child that failed makes its parent a dead letter that says why, and so on up the tree', async () => {
  const { child, parent, pawl } = family('fail')
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
  const { ran, child, parent, pawl } = family('ignore')
  const bad = await pawl.enqueue(child, { n: 1, fail: true })
  await pawl.enqueue(parent, { n: 100 }, { after: [bad.id], onFailed: 'ignore' })
  await pawl.drain({ keepOpen: true })
  expect(ran.at(-1)).toMatchObject({ n: 100, seen: [{ id: bad.id, status: 'failed', error: { message: 'as asked' } }] })
})

test.each([
  ['replayed', 'succeeded'],
  ['discarded', 'succeeded'],
])('wait says so once, and goes on when the dead letter is %s', async (decision, status) => {
  const { child, parent, pawl } = family(`wait-${decision}`)
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
  const { parent, pawl } = family('unknown')
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: ['job_999999999'] })
  await pawl.drain({ keepOpen: true })
  expect((await pawl.deadLetters.show(id))?.error?.message).toMatch(/job_999999999.* never been made/)
})

test('a cancelled parent is gone for good, and leaves nothing behind', async () => {
  const { ran, child, parent, pawl } = family('cancelled')
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
  const { child, parent, pawl } = family('rollback')
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
  const { parent, pawl } = family('wrong')
  await expect(pawl.enqueue(parent, { n: 1 }, { after: ['17'] })).rejects.toThrow(/job_/)
  await expect(pawl.enqueue(parent, { n: 1 }, { onFailed: 'wait' })).rejects.toThrow(/after/)
  await expect(pawl.enqueue(parent, { n: 1 }, { after: ['job_1'], delayMs: 5 })).rejects.toThrow(/delayMs/)
})

const numberOf = (id: string) => Number(id.slice('job_'.length))
const waiterOf = (id: string) =>
  database.sql(`select 'job_' || on_job as on, xmax::text from pawl.waiter where job_id = $1`, [numberOf(id)])

test('to look at those who wait writes nothing while they have to wait on', async () => {
  const { child, parent, pawl } = family('untouched')
  const open = await pawl.enqueue(child, { n: 1 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 2 }, { after: [open.id] })
  await pawl.drain({ keepOpen: true })
  await database.sql('select from pawl.advance_waiters(array[$1::bigint], 0, 0, 500)', [numberOf(open.id)])
  expect(await waiterOf(id)).toEqual([{ on: open.id, xmax: '0' }])
  await pawl.cancel(open.id)
})

test('who waits for several stands under the first that is open, and goes on from one to the next', async () => {
  const { ran, child, parent, pawl } = family('onwards')
  const done = await pawl.enqueue(child, { n: 1 })
  const first = await pawl.enqueue(child, { n: 2 }, { delayMs: 2 * hourMs })
  const second = await pawl.enqueue(child, { n: 3 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [second.id, first.id, done.id] })
  expect(await waiterOf(id)).toMatchObject([{ on: done.id }])
  await pawl.drain({ keepOpen: true })
  expect(await waiterOf(id)).toMatchObject([{ on: first.id }])
  // out of their order: the second has ended before it is the one that counts
  await advanceTime(database.url, 1.5 * hourMs)
  await pawl.drain({ keepOpen: true })
  expect(await waiterOf(id)).toMatchObject([{ on: first.id }])
  await advanceTime(database.url, hourMs)
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([1, 3, 2, 100])
})

test('wait says so for each dead letter that a job comes to wait for', async () => {
  const { child, parent, pawl } = family('wait-twice')
  const blocked: string[] = []
  pawl.on('job.blocked', ({ id, on }) => blocked.push(`${id} ${on}`))
  const [first, second] = await pawl.enqueueMany(child, [
    { n: 1, fail: true },
    { n: 2, fail: true },
  ])
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [first!.id, second!.id], onFailed: 'wait' })
  await pawl.drain({ keepOpen: true })
  expect(blocked).toEqual([`${id} ${first!.id}`])
  await pawl.deadLetters.discard([first!.id])
  await pawl.drain({ keepOpen: true })
  await pawl.drain({ keepOpen: true })
  expect(blocked).toEqual([`${id} ${first!.id}`, `${id} ${second!.id}`])
  await pawl.deadLetters.discard([second!.id])
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded' })
})

test('one pass goes through more who wait for one, and more jobs that are waited for, than a page holds', async () => {
  let count = 0
  const plain = defineJob({ type: 'pages', body: z.object({ n: z.number() }), run: () => void count++ })
  const pawl = testPawl({ url: database.url, jobs: [plain] })
  const runner = new Connection({ url: database.url, name: 'waiting room', prepare: true })
  onTestFinished(() => runner.close())
  const room = new WaitingRoom(runner, new Events(), () => {})
  const bodies = Array.from({ length: 1_200 }, (_, n) => ({ n }))
  const open = await pawl.enqueueMany(plain, bodies, { delayMs: hourMs })
  await Promise.all(open.map(({ id }, n) => pawl.enqueue(plain, { n }, { after: [id] })))
  await pawl.enqueue(plain, { n: 0 }, { after: open.map(({ id }) => id) })
  // behind all of these, and the only one that ends
  const last = await pawl.enqueue(plain, { n: 0 })
  await pawl.enqueueMany(plain, bodies, { after: [last.id] })
  expect(await room.letGo()).toBe(0)
  // ended, and nobody was let go yet
  await pawl.cancel(last.id)
  expect(await room.letGo()).toBe(1_200)
  expect(await room.letGo()).toBe(0)
  await advanceTime(database.url, hourMs)
  await pawl.drain({ keepOpen: true })
  expect(count).toBe(1_200 + 1_201)
})

test('who waits for nobody any more, as it was noted before history went, is let go', async () => {
  const { ran, child, parent, pawl } = family('noted')
  const open = await pawl.enqueue(child, { n: 1 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [open.id] })
  await pawl.drain({ keepOpen: true })
  await database.sql(`update pawl.dependency set ended_as = 'succeeded' where job_id = $1`, [numberOf(id)])
  await database.sql('delete from pawl.waiter where job_id = $1', [numberOf(id)])
  await database.sql(statement('sweep_waiting').text, [0, 500])
  expect(await waiterOf(id)).toMatchObject([{ on: 'job_0' }])
  await pawl.drain({ keepOpen: true })
  expect(ran.map(({ n }) => n)).toEqual([100])
  await pawl.cancel(open.id)
})
