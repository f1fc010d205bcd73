import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { fail, greet, letter, nightly, post, wait } from './fixtures/project/jobs.ts'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const database = testDatabase()
const engine = createPawl({
  url: database.url,
  jobs: [greet, fail, letter, wait],
  schedules: [nightly],
  sources: [post],
  migrate: false,
})
afterAll(() => engine.stop())

const env = { DATABASE_URL: database.url }
const run = (...args: string[]) => call(args, env)
const operations = async () => (await engine.operations.list()).operations.map(({ what, on }) => `${what} ${on}`)

test('queues are listed, paused and resumed, for all workers', async () => {
  await engine.enqueueMany(greet, [{ name: 'Ada' }, { name: 'Grace' }])
  await engine.enqueue(fail, { why: 'no' })
  await engine.drain({ keepOpen: true })
  await engine.enqueue(greet, { name: 'Mary' })
  expect((await run('queues', 'pause', 'mail')).out).toBe('mail is paused until it is resumed')
  const { out } = await pawl(['queues', 'list'], { env })
  const [head, ...rows] = out.trimEnd().split('\n')
  expect(head).toBe('QUEUE          PENDING  RUNNING  SCHEDULED  RETRYABLE  OLDEST  /MIN  ERRORS')
  expect(rows).toEqual([expect.stringMatching(/^mail \(paused\) {8}1 +0 +0 +0 +\d+m?s /)])
  expect(JSON.parse((await run('queues', '--json')).out)).toMatchObject([{ queue: 'mail', paused: true, pending: 1 }])
  expect((await run('queues', 'resume', 'mail')).out).toBe('mail goes on')
  expect(await run('queues', 'pause', 'mial')).toMatchObject({ code: 3, err: expect.stringContaining("'mail'") })
  expect(await operations()).toEqual(['queue.pause mial', 'queue.resume mail', 'queue.pause mail'])
  const [failure] = (await engine.operations.list()).operations
  expect(failure?.details).toMatchObject({ failed: expect.any(String) })
})

test('what operators did is on record, with who did it', async () => {
  const { code, out } = await run('operations', '--limit', '1')
  expect(code).toBe(0)
  const [, row = ''] = out.split('\n')
  expect(row).toMatch(/^\S+ \S+ +\S+@\S+ \(command line\) +queue\.pause +mial +\{"failed":"unknown-queue"\}$/)
})

test('sources are listed, limited, paused and closed, for all workers', async () => {
  const sources = (...args: string[]) => run('sources', ...args)
  expect((await sources('pause', 'post')).out).toBe('post is paused until it is resumed')
  expect((await sources('set', 'post', '--per-minute', '30', '--quota', '5000')).out).toBe(
    'the limits of post are changed',
  )
  const { out } = await pawl(['sources', 'list'], { env })
  expect(out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'SOURCE | STATE | LIMIT | TOKENS | REQUESTS | HITS | DEFERRALS | LAST ERROR',
    'post | paused | 30/min, burst 4, 5000 of 5000/day | 3 | 0 | 0 | 0',
    '',
  ])
  expect((await sources('resume', 'post')).out).toBe('post may be called again')
  expect((await sources('pause', 'post', '--minutes', '5')).out).toBe('post is paused for 5 minutes')
  expect((await sources()).out).toMatch(/paused for [45]m/)
  expect((await sources('close', 'post')).out).toBe('the circuit of post is closed')
  const unlimited = JSON.parse((await sources('set', 'post', '--quota', 'none', '--json')).out)
  expect(unlimited).toMatchObject({ name: 'post', requestsPerMinute: 30, quota: null })
  expect(await sources('set', 'post', '--per-minute', 'x')).toMatchObject({
    code: 2,
    err: "pawl: --per-minute must be a number, or 'none'; got 'x'",
  })
  expect(await sources('pause', 'pots')).toMatchObject({ code: 3, err: expect.stringContaining("'post'?") })
})

test('a job that waits for a paused source says so in the list', async () => {
  await engine.sources.resume('post')
  const { id } = await engine.enqueue(letter, {})
  const note = async () => (await run('jobs', 'list', '--queue', 'letters')).out.split('\n')[1]
  expect(await note()).not.toMatch(/waits/)
  expect((await run('sources', 'pause', 'post', '--minutes', '1')).out).toBe('post is paused for 1 minute')
  expect(await note()).toMatch(/pending .* waits for post: paused until \S+ \S+$/)
  await run('sources', 'pause', 'post')
  expect(await note()).toMatch(/ waits for post: paused$/)
  await run('sources', 'resume', 'post')
  expect(await note()).not.toMatch(/waits/)
  await engine.cancel(id)
})

test('schedules are listed, paused, resumed and fired by hand', async () => {
  // one that no worker attends to is orphaned
  await engine.start()
  expect((await run('schedules', 'pause', 'nightly')).out).toBe('nightly is paused until it is resumed')
  const { out } = await pawl(['schedules', 'list'], { env })
  expect(out.split('\n')[1]).toMatch(/^nightly +paused +0 3 \* \* \* \(UTC\) /)
  expect((await run('schedules', 'resume', 'nightly')).out).toBe('nightly goes on with its next tick')
  expect((await run('schedules', 'fire', 'nightly')).out).toMatch(/^nightly has fired: job_\d+$/)
  expect(await run('schedules', 'fire', 'nigthly')).toMatchObject({
    code: 3,
    err: expect.stringContaining("'nightly'"),
  })
})
