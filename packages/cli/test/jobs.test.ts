import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { fail, flaky, greet, wait } from './fixtures/project/jobs.ts'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const database = testDatabase()
const engine = createPawl({ url: database.url, jobs: [greet, fail, flaky, wait], migrate: false })
afterAll(() => engine.stop())

const env = { DATABASE_URL: database.url }
const jobs = (...args: string[]) => call(['jobs', ...args], env)
const instants = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g
const operations = async () => (await engine.operations.list()).operations.map(({ what, on }) => `${what} ${on}`)

test('jobs are listed, shown, retried and cancelled', async () => {
  expect(await jobs()).toEqual({ code: 0, out: '', err: 'there is no job yet' })
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await engine.enqueue(greet, { name: 'Ada' }, { key: 'ada', trace })
  await engine.enqueue(fail, { why: 'no such mailbox' })
  await engine.enqueue(flaky, {})
  await engine.drain({ keepOpen: true })
  await engine.enqueue(wait, {})

  const listed = await pawl(['jobs', 'list'], { env })
  expect({ ...listed, out: listed.out.replace(instants, 'WHEN') }).toEqual({
    code: 0,
    err: '',
    out: [
      'JOB    TYPE        QUEUE  STATUS     ATTEMPT  CREATED              NOTE',
      'job_4  slow.wait   slow   pending        1/3  WHEN',
      'job_3  mail.flaky  mail   retryable      2/3  WHEN  again at WHEN: not yet',
      'job_2  mail.fail   mail   failed         1/3  WHEN  no such mailbox',
      'job_1  mail.greet  mail   succeeded      1/3  WHEN  key ada',
      '',
    ].join('\n'),
  })

  const shown = await pawl(['jobs', 'show', 'job_1'], { env })
  const lines = shown.out.replace(instants, 'WHEN').split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'job       job_1',
    'type      mail.greet',
    'queue     mail, priority 5',
    'status    succeeded',
  ])
  expect(shown.out).toContain('body      {\n            "name": "Ada"\n          }')
  expect(shown.out).toContain('result    Hello Ada')
  expect(shown.out).toContain('trace     0af7651916cd43dd8448eb211c80319c\n')
  expect(shown.out).toMatch(/^ATTEMPT +IN LINE +OUTCOME +SETTLED +TOOK +WORKER +ERROR\n +1 .* succeeded .*/m)

  expect(await jobs('run', 'job_3')).toEqual({ code: 0, out: 'job_3 runs now', err: '' })
  const replayed = await jobs('run', 'job_2', '--json')
  expect(JSON.parse(replayed.out)).toMatchObject([{ job: 'job_2', id: expect.stringMatching(/^job_\d+$/) }])
  expect(await jobs('cancel', 'job_4', 'job_1', 'job_99999')).toEqual({
    code: 1,
    out: 'job_4 is cancelled',
    err: 'pawl: job_1 had ended before: it has succeeded\npawl: there is no job job_99999: pawl jobs list shows what there is',
  })
  expect(await operations()).toEqual([
    ...['job.cancel job_99999', 'job.cancel job_1'],
    ...['job.cancel job_4', 'job.run-now job_2', 'job.run-now job_3'],
  ])
})

test('lists come in pages, and filters narrow them', async () => {
  const first = await jobs('list', '--limit', '2', '--queue', 'mail')
  expect(first.out.split('\n')).toHaveLength(3)
  const [, cursor = ''] = /--after (\S+)/.exec(first.err) ?? []
  const second = await jobs('list', '--limit', '2', '--queue', 'mail', '--after', cursor, '--json')
  const ids = JSON.parse(second.out).jobs.map(({ id }: { id: string }) => id)
  for (const id of ids) expect(first.out).not.toMatch(new RegExp(`^${id} `, 'm'))
  expect((await jobs('list', '--type', 'mail.greet', '--status', 'succeeded', '--since', '1h')).out).toContain('job_1')
  expect((await jobs('list', '--until', '1h')).err).toBe('no job matches these filters')
  expect(await jobs('list', '--queue', 'mial')).toMatchObject({
    code: 3,
    err: expect.stringContaining("did you mean 'mail'?"),
  })
})

test('all jobs of a queue are cancelled at once', async () => {
  await engine.enqueueMany(wait, [{}, {}, {}])
  expect(await jobs('cancel', '--queue', 'slow')).toEqual({ code: 0, out: '3 jobs are cancelled', err: '' })
  expect(await jobs('show', 'job_99999')).toEqual({
    code: 3,
    out: '',
    err: 'pawl: there is no job job_99999: pawl jobs list shows what there is',
  })
})

test('an application has commands of its own', async () => {
  const { code, out } = await pawl(['mail', 'greet', 'Grace', '--twice'], { env })
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^enqueued job_\d+, job_\d+\n$/) })
  expect(JSON.parse((await call(['mail', 'greet', 'Mary', '--json'], env)).out)).toEqual({ ids: [expect.any(String)] })
})

test('what is done by commands of applications is on record, unless they only look', async () => {
  const before = (await operations()).length
  await call(['mail', 'greet', 'Ada', '--twice'], env)
  await call(['mail', 'waiting'], env)
  expect(await call(['mail', 'bounce'], env)).toMatchObject({ code: 1 })
  const { operations: recorded } = await engine.operations.list()
  const news = recorded.slice(0, recorded.length - before)
  expect(news.map(({ what, on, details }) => [what, on, details])).toEqual([
    ['mail.bounce', 'mail', { failed: 'exit 1' }],
    ['mail.greet', 'Ada', null],
  ])
  expect(news[0]!.who).toMatch(/\(command line\)$/)
})
