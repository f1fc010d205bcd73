import { defineJob, fixed, PermanentError } from 'pawl'
import { advanceTime } from 'pawl/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({ n: z.number(), fail: z.boolean().default(false) })

/** A job type of its own for each test, that notes what it ran with. */
function noting(type: string, options: object = {}) {
  const ran: number[] = []
  const job = defineJob({
    type,
    body,
    key: ({ n }) => `k${Math.floor(n)}`,
    retry: { attempts: 1, backoff: fixed({ delayMs: 1 }) },
    ...options,
    run({ body }) {
      ran.push(body.n)
      if (body.fail) throw new PermanentError('as asked')
    },
  })
  return { job, ran, pawl: testPawl({ url: database.url, jobs: [job] }) }
}

const keysOf = (type: string) => database.sql('select key, job_id from pawl.key where type = $1 order by key', [type])

test('a live key is held until its job has ended, and the answer names the job that holds it', async () => {
  const { job, ran, pawl } = noting('live')
  const first = await pawl.enqueue(job, { n: 1 })
  expect(first.duplicate).toBe(false)
  expect(await pawl.enqueue(job, { n: 1.5 })).toMatchObject({ id: first.id, duplicate: true })
  await pawl.drain({ keepOpen: true })
  expect([ran, await keysOf('live')]).toEqual([[1], []])
  const second = await pawl.enqueue(job, { n: 1.7 })
  expect(second).toMatchObject({ duplicate: false })
  expect(second.id).not.toBe(first.id)
})

test('a key belongs to its type', async () => {
  const [a, b] = [noting('mine'), noting('yours')]
  await a.pawl.enqueue(a.job, { n: 1 })
  expect(await b.pawl.enqueue(b.job, { n: 1 })).toMatchObject({ duplicate: false })
})

test('enqueueMany says which were new, also of keys that come twice in one call', async () => {
  const { job, pawl } = noting('many')
  const held = await pawl.enqueue(job, { n: 2 })
  const answers = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 1.5 }])
  expect(answers.map(({ duplicate }) => duplicate)).toEqual([false, true, false, true])
  expect(answers[1]!.id).toBe(held.id)
  expect(answers[3]!.id).toBe(answers[0]!.id)
})

test('a window stands for its time, whether the job has ended or not, and not longer', async () => {
  const { job, ran, pawl } = noting('window', { keyMode: 'window', keyWindowMs: 60_000 })
  const first = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.enqueue(job, { n: 1.1 })).toMatchObject({ id: first.id, duplicate: true })
  await advanceTime(database.url, 61_000)
  expect(await pawl.enqueue(job, { n: 1.2 })).toMatchObject({ duplicate: false })
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1, 1.2])
})

test('a key for ever outlives its job', async () => {
  const { job, ran, pawl } = noting('forever', { keyMode: 'forever' })
  const first = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ id: first.id, duplicate: true })
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1])
})

test('replace gives a waiting job the new body under the same id, in line and in later', async () => {
  const { job, ran, pawl } = noting('replace', { onDuplicate: 'replace' })
  const inLine = await pawl.enqueue(job, { n: 1 })
  const delayed = await pawl.enqueue(job, { n: 2 }, { delayMs: 3_600_000 })
  expect(await pawl.enqueue(job, { n: 1.5 })).toMatchObject({ id: inLine.id, duplicate: true, replaced: true })
  expect(await pawl.enqueue(job, { n: 2.5 })).toMatchObject({ id: delayed.id, duplicate: true, replaced: true })
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1.5])
  expect(await pawl.job(inLine.id)).toMatchObject({ status: 'succeeded', body: { n: 1.5 } })
  expect(await pawl.job(delayed.id)).toMatchObject({ status: 'scheduled', body: { n: 2.5 } })
  expect((await pawl.attempts(inLine.id)).map(({ outcome }) => outcome)).toEqual(['moved', 'succeeded'])
})

test('a job that is replaced loses its place in line', async () => {
  const { job, ran, pawl } = noting('place', { onDuplicate: 'replace' })
  await pawl.enqueue(job, { n: 1 })
  await pawl.enqueue(job, { n: 2 })
  await pawl.enqueue(job, { n: 1.5 })
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([2, 1.5])
})

test('reschedule pushes the time of a waiting job: a debounce', async () => {
  const { job, ran, pawl } = noting('debounce', { onDuplicate: 'reschedule' })
  const minuteMs = 60_000
  const first = await pawl.enqueue(job, { n: 1 }, { delayMs: 60 * minuteMs })
  await advanceTime(database.url, 50 * minuteMs)
  const second = await pawl.enqueue(job, { n: 1.5 }, { delayMs: 60 * minuteMs })
  expect(second).toMatchObject({ id: first.id, duplicate: true, replaced: true })
  await advanceTime(database.url, 50 * minuteMs)
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([])
  await advanceTime(database.url, 10 * minuteMs)
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1.5])
})

test('a job that runs is not replaced, and the caller learns that it was left as it was', async () => {
  let go = () => {}
  const started = new Promise<void>((resolve) => {
    go = resolve
  })
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const ran: number[] = []
  const job = defineJob({
    type: 'running',
    body,
    key: () => 'k',
    onDuplicate: 'replace',
    async run({ body }) {
      ran.push(body.n)
      go()
      await held
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const first = await pawl.enqueue(job, { n: 1 })
  await started
  expect(await pawl.enqueue(job, { n: 2 })).toMatchObject({ id: first.id, duplicate: true, replaced: false })
  finish()
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1])
})

test('replacing cannot be part of another transaction, and the error says what to do', async () => {
  const { job, pawl } = noting('in-tx', { onDuplicate: 'replace' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  await expect(pawl.enqueue(job, { n: 1 }, { tx: client })).rejects.toThrow(/after that one has committed/)
  await client.end()
})

test('a dead letter holds its key until it is discarded', async () => {
  const { job, pawl } = noting('discard')
  const dead = await pawl.enqueue(job, { n: 1, fail: true })
  await pawl.drain({ keepOpen: true })
  const held = { id: dead.id, duplicate: true, heldBy: 'dead' }
  expect(await pawl.enqueue(job, { n: 1 })).toEqual(held)
  expect(await pawl.enqueueMany(job, [{ n: 1 }, { n: 1.5 }])).toEqual([held, held])
  await pawl.deadLetters.discard([dead.id])
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ duplicate: false })
})

test('a dead letter that is replayed hands its key on to the new job, which releases it', async () => {
  const { job, pawl } = noting('replay')
  const dead = await pawl.enqueue(job, { n: 1, fail: true })
  await pawl.drain({ keepOpen: true })
  const replay = await pawl.deadLetters.replay(dead.id, { body: { n: 1 } })
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ id: replay.id, duplicate: true })
  await pawl.drain({ keepOpen: true })
  expect(await keysOf('replay')).toEqual([])
})

test('a job that is cancelled releases its key, in line and in later', async () => {
  const { job, pawl } = noting('cancel')
  const inLine = await pawl.enqueue(job, { n: 1 })
  const delayed = await pawl.enqueue(job, { n: 2 }, { delayMs: 3_600_000 })
  await pawl.cancel(inLine.id)
  await pawl.cancel(delayed.id)
  expect(await keysOf('cancel')).toEqual([])
})

test('a job in its retry keeps its key', async () => {
  const job = defineJob({
    type: 'retry',
    body,
    key: () => 'k',
    retry: { attempts: 2, backoff: fixed({ delayMs: 3_600_000 }) },
    run() {
      throw new Error('not yet')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const first = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(first.id)).toMatchObject({ status: 'retryable', key: 'k' })
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ id: first.id, duplicate: true })
})

test('inside job.commit the key is free for a follow-up with the same one', async () => {
  const again = defineJob({
    type: 'again',
    body,
    key: () => 'k',
    run: (job) =>
      job.commit(async () => {
        if (job.body.n < 3) answers.push(await job.enqueue(again, { n: job.body.n + 1 }))
      }),
  })
  const answers: { duplicate: boolean }[] = []
  const pawl = testPawl({ url: database.url, jobs: [again] })
  await pawl.enqueue(again, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(answers.map(({ duplicate }) => duplicate)).toEqual([false, false])
  expect(await keysOf('again')).toEqual([])
})

test('a rollback of the caller gives the key back', async () => {
  const { job, pawl } = noting('rollback')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  await pawl.enqueue(job, { n: 1 }, { tx: client })
  await client.query('rollback')
  await client.end()
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ duplicate: false })
})

test('a key that an open transaction is taking holds up those with the same key, and nobody else', async () => {
  const { job, pawl } = noting('contended')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  const theirs = await pawl.enqueue(job, { n: 1 }, { tx: client })
  const waiting = Promise.all([pawl.enqueue(job, { n: 1 }), pawl.enqueue(job, { n: 1.5 })])
  expect(await pawl.enqueue(job, { n: 2 })).toMatchObject({ duplicate: false })
  await client.query('commit')
  await client.end()
  expect(await waiting).toEqual([
    { id: theirs.id, duplicate: true, heldBy: 'pending' },
    { id: theirs.id, duplicate: true, heldBy: 'pending' },
  ])
})

test('the newest job of a key can be looked up, also when it has ended', async () => {
  const { job, pawl } = noting('lookup')
  const first = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.jobByKey(job, 'k1')).toMatchObject({ id: first.id, status: 'succeeded', key: 'k1' })
  const second = await pawl.enqueue(job, { n: 1 }, { delayMs: 3_600_000 })
  expect(await pawl.jobByKey(job, 'k1')).toMatchObject({ id: second.id, status: 'scheduled' })
  expect(await pawl.jobByKey(job, 'nobody')).toBeUndefined()
})

test('a call may bring its own key, another mode, or no key at all', async () => {
  const { job, pawl } = noting('of-call')
  await pawl.enqueue(job, { n: 1 }, { key: 'mine', keyMode: 'forever' })
  expect(await pawl.enqueue(job, { n: 2 }, { key: 'mine' })).toMatchObject({ duplicate: true })
  expect(await pawl.enqueue(job, { n: 1 }, { key: null })).toMatchObject({ duplicate: false })
  expect((await keysOf('of-call')).map(({ key }) => key)).toEqual(['mine'])
})

test('wrong key options are refused, and the error says what is expected', async () => {
  const { job, pawl } = noting('wrong')
  await expect(pawl.enqueue(job, { n: 1 }, { keyMode: 'window' })).rejects.toThrow(/keyWindowMs/)
  await expect(pawl.enqueue(job, { n: 1 }, { keyMode: 'lively' as 'live' })).rejects.toThrow(
    /one of live, window, forever.*'live'/,
  )
  await expect(pawl.enqueue(job, { n: 1 }, { key: '' })).rejects.toThrow(/1 to 200 characters/)
})
