import { defineJob } from 'pawl'
import { advanceTime } from 'pawl/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { awaitedJobs } from '../../src/postgres/dependencies.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { family } from './support/family.ts'
import { waitingRoom } from './support/waiting-room.ts'

const database = testDatabase()
const hourMs = 3_600_000

const numberOf = (id: string) => Number(id.slice('job_'.length))
const waiterOf = (id: string) =>
  database.sql(`select 'job_' || on_job as on, xmax::text from pawl.waiter where job_id = $1`, [numberOf(id)])

test('to look at those who wait writes nothing while they have to wait on', async () => {
  const { child, parent, pawl } = family(database.url, 'untouched')
  const open = await pawl.enqueue(child, { n: 1 }, { delayMs: hourMs })
  const { id } = await pawl.enqueue(parent, { n: 2 }, { after: [open.id] })
  await pawl.drain({ keepOpen: true })
  await database.sql('select from pawl.advance_waiters(array[$1::bigint], 0, 0, 500)', [numberOf(open.id)])
  expect(await waiterOf(id)).toEqual([{ on: open.id, xmax: '0' }])
  await pawl.cancel(open.id)
})

test('who waits for several stands under the first that is open, and goes on from one to the next', async () => {
  const { ran, child, parent, pawl } = family(database.url, 'onwards')
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
  const { child, parent, pawl } = family(database.url, 'wait-twice')
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

test('a dead letter on which nobody has decided is passed over while all who wait for it know', async () => {
  const { child, parent, pawl } = family(database.url, 'undecided')
  const { runner } = waitingRoom(database.url)
  const mayHaveEnded = async (id: string) => (await awaitedJobs(runner, -1, 500)).ended.includes(numberOf(id))
  const bad = await pawl.enqueue(child, { n: 1, fail: true })
  for (let n = 0; n < 2; n++) {
    await pawl.enqueue(parent, { n }, { after: [bad.id], onFailed: 'wait' })
    if (n > 0) expect(await mayHaveEnded(bad.id)).toBe(true)
    await pawl.drain({ keepOpen: true })
    expect(await mayHaveEnded(bad.id)).toBe(false)
  }
  await pawl.deadLetters.discard([bad.id])
  expect(await mayHaveEnded(bad.id)).toBe(true)
  await pawl.drain({ keepOpen: true })
})

test('to let jobs go does not put off the next look, and a long look not for long', async () => {
  const { child, parent, pawl } = family(database.url, 'pauses')
  const pauseAfter = (lookMs: number, advanceMs: number) =>
    waitingRoom(database.url, { pawl_awaited_jobs: lookMs, pawl_advance_waiters: advanceMs }).pauseAfterPass()
  const [open, ends] = await pawl.enqueueMany(child, [{ n: 1 }, { n: 2 }])
  await pawl.enqueue(parent, { n: 100 }, { after: [open!.id] })
  const { id } = await pawl.enqueue(parent, { n: 200 }, { after: [ends!.id] })
  await pawl.cancel(ends!.id)
  expect(await pauseAfter(1, 60_000)).toBe(200)
  expect(await pawl.deadLetters.show(id)).toMatchObject({ reason: 'dependency' })
  expect(await pauseAfter(100, 0)).toBe(2_000)
  expect(await pauseAfter(60_000, 0)).toBe(30_000)
  await pawl.drain({ keepOpen: true })
  expect(await pauseAfter(100, 0)).toBe(1_000)
})

test('to look in vain whether jobs have ended counts as a look', async () => {
  const { child, parent, pawl } = family(database.url, 'again')
  const again = await pawl.enqueue(child, { n: 1, fail: true })
  await pawl.drain({ keepOpen: true })
  const { id } = await pawl.enqueue(parent, { n: 100 }, { after: [again.id], onFailed: 'wait' })
  const { pauseAfterPass } = waitingRoom(database.url, { pawl_advance_waiters: 100 })
  // that it is blocked is news
  expect(await pauseAfterPass()).toBe(200)
  // one that was replayed goes on as another job: its own attempt has ended
  const replay = await pawl.deadLetters.replay(again.id, { body: { n: 2 } })
  expect(await pauseAfterPass()).toBe(2_000)
  await pawl.cancel(replay.id)
  await pawl.cancel(id)
})

test('a chain of jobs, each of which waits for the one before, is buried in one pass', async () => {
  const { child, parent, pawl } = family(database.url, 'chain')
  const first = await pawl.enqueue(child, { n: 0 })
  let last = first.id
  for (let n = 1; n <= 20; n++) last = (await pawl.enqueue(parent, { n }, { after: [last] })).id
  await pawl.cancel(first.id)
  expect(await waitingRoom(database.url).room.letGo()).toBe(20)
  expect(await pawl.deadLetters.show(last)).toMatchObject({ reason: 'dependency' })
})

test('one pass goes on with those whom it has buried, be they more than a page', async () => {
  const { child, parent, pawl } = family(database.url, 'tree')
  const root = await pawl.enqueue(child, { n: 0 })
  const branches = await pawl.enqueueMany(
    parent,
    Array.from({ length: 1_100 }, (_, n) => ({ n })),
    { after: [root.id] },
  )
  await pawl.enqueueMany(parent, [{ n: 1 }, { n: 2 }], { after: [branches.at(-1)!.id] })
  await pawl.enqueue(parent, { n: 3 }, { after: [branches[0]!.id] })
  await pawl.cancel(root.id)
  expect(await waitingRoom(database.url).room.letGo()).toBe(1_100 + 3)
})

test('one pass goes through more who wait for one, and more jobs that are waited for, than a page holds', async () => {
  let count = 0
  const plain = defineJob({ type: 'pages', body: z.object({ n: z.number() }), run: () => void count++ })
  const pawl = testPawl({ url: database.url, jobs: [plain] })
  const { room } = waitingRoom(database.url)
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
  const { ran, child, parent, pawl } = family(database.url, 'noted')
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
