import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed } from '../src/index.ts'
import { advanceTime } from '../src/testing/index.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const body = z.object({})
const hourMs = 3_600_000
const soon = () => ({ startBefore: new Date(Date.now() + hourMs) })

test('a job that was started in time is retried after that time', async () => {
  const flaky = defineJob({
    type: 'flaky',
    body,
    retry: { attempts: 2, backoff: fixed({ delayMs: 2 * hourMs }) },
    run(job) {
      if (job.attempt === 1) throw new Error('once more')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [flaky] })
  const { id } = await pawl.enqueue(flaky, {}, soon())
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))?.status).toBe('retryable')
  await advanceTime(database.url, 3 * hourMs)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', failures: 1 })
})

test('a job that was started in time and cut off by a shutdown runs again after that time', async () => {
  const started = gate()
  let runs = 0
  const cut = defineJob({
    type: 'cut',
    body,
    run(job) {
      if (++runs > 1) return undefined
      started.open()
      return new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
    },
  })
  const first = testPawl({ url: database.url, jobs: [cut] })
  await first.start()
  const { id } = await first.enqueue(cut, {}, soon())
  await started.passed
  await first.stop({ graceMs: 0 })
  await advanceTime(database.url, 3 * hourMs)
  const second = testPawl({ url: database.url, jobs: [cut] })
  await second.start()
  expect(await reaches(second, id, 'succeeded', 'failed')).toMatchObject({ status: 'succeeded', deferrals: 1 })
})

test('a deferral is no start: a job that was only deferred expires', async () => {
  const shy = defineJob({ type: 'shy', body, run: (job) => job.defer(2 * hourMs) })
  const pawl = testPawl({ url: database.url, jobs: [shy] })
  const { id } = await pawl.enqueue(shy, {}, soon())
  await pawl.drain({ keepOpen: true })
  await advanceTime(database.url, 3 * hourMs)
  await pawl.drain({ keepOpen: true })
  expect((await pawl.deadLetters.show(id))?.reason).toBe('expired')
})

test('a job that is parked under its group expires when its time is up, although no slot gets free', async () => {
  const [started, held] = [gate(), gate()]
  const ran: string[] = []
  const narrow = defineJob({
    type: 'narrow',
    body: z.object({ who: z.string() }),
    group: () => 'narrow',
    async run(job) {
      ran.push(job.body.who)
      started.open()
      if (job.body.who === 'holder') await held.passed
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [narrow] })
  const dead: object[] = []
  pawl.on('job.dead', (event) => void dead.push(event))
  await pawl.start()
  const holder = await pawl.enqueue(narrow, { who: 'holder' })
  await started.passed
  const late = await pawl.enqueue(narrow, { who: 'late' }, { ...soon(), key: 'late' })
  const next = await pawl.enqueue(narrow, { who: 'next' }, { startBefore: new Date(Date.now() + 5 * hourMs) })
  await until('both are parked', async () => {
    return (await database.sql(`select from pawl.later where reason = 'parked'`)).length === 2
  })
  await advanceTime(database.url, 3 * hourMs)
  const letter = await until('it is a dead letter', () => pawl.deadLetters.show(late.id))
  expect(letter).toMatchObject({
    reason: 'expired',
    failures: 0,
    body: { who: 'late' },
    error: { name: 'ExpiredError' },
  })
  expect(letter.attempts.map(({ outcome }) => outcome)).toEqual(['deferred', 'failed'])
  expect(await pawl.job(late.id)).toMatchObject({ status: 'failed', group: 'narrow' })
  expect(await pawl.jobByKey(narrow, 'late')).toMatchObject({ id: late.id })
  expect((await pawl.enqueue(narrow, { who: 'again' }, { key: 'late' })).duplicate).toBe(true)
  await until('it was told', () => dead.length > 0)
  expect(dead).toEqual([{ id: late.id, type: 'narrow', queue: 'narrow', reason: 'expired' }])
  expect(await pawl.job(holder.id)).toMatchObject({ status: 'running' })
  held.open()
  await reaches(pawl, next.id, 'succeeded')
  expect(ran).toEqual(['holder', 'next'])
})
