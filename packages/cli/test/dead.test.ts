import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { fail, greet } from './fixtures/project/jobs.ts'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'

const database = testDatabase()
const engine = createPawl({ url: database.url, jobs: [greet, fail], migrate: false })
afterAll(() => engine.stop())

const env = { DATABASE_URL: database.url }
const dead = (...args: string[]) => call(['dead', ...args], env)

test('dead letters are listed, shown, replayed with another body, and discarded', async () => {
  expect((await dead()).err).toBe('there is no dead letter')
  await engine.enqueueMany(fail, [{ why: 'no such mailbox' }, { why: 'mailbox full\u001b[2J\nof spam' }])
  await engine.drain({ keepOpen: true })
  const listed = await pawl(['dead', 'list'], { env })
  expect(listed.out.replace(/\d{4}-\S+ \S+/g, 'WHEN').split('\n')).toEqual([
    'JOB    TYPE       QUEUE  REASON     DIED                 FAILURES  CRASHES  ERROR',
    'job_2  mail.fail  mail   permanent  WHEN         1        0  PermanentError: mailbox full [2J of spam',
    'job_1  mail.fail  mail   permanent  WHEN         1        0  PermanentError: no such mailbox',
    '',
  ])
  const shown = await pawl(['dead', 'show', 'job_1'], { env })
  expect(shown.out).toMatch(/^died +\S+ \S+, permanent\nsince +nobody has decided on it$/m)
  expect(shown.out).toContain('"why": "no such mailbox"')

  const body = JSON.stringify({ why: 'for another reason' })
  const replayed = await dead('replay', 'job_1', '--body', body)
  expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/^job_1 runs again as job_\d+$/) })
  expect(await dead('replay', 'job_1')).toMatchObject({ code: 3, err: expect.stringContaining('no dead letter job_1') })
  expect(await dead('replay', 'job_2', '--body', '{"why":7}')).toMatchObject({ code: 2 })
  expect(await dead('discard', 'job_2', 'job_1')).toEqual({
    code: 3,
    out: 'job_2 is discarded',
    err: 'pawl: there is no dead letter job_1 to discard: it may have been replayed or discarded before',
  })
  expect((await dead('show', 'job_1')).out).toMatch(/^since +replayed as job_\d+ at /m)
  expect(await dead('show', 'job_99999')).toMatchObject({ code: 3 })
})

test('all that were chosen are replayed or discarded, page by page', async () => {
  await engine.drain({ keepOpen: true })
  await engine.enqueueMany(
    fail,
    Array.from({ length: 1_200 }, (_, i) => ({ why: `reason ${i}` })),
  )
  await engine.drain({ keepOpen: true })
  expect((await dead('list', '--limit', '3')).err).toMatch(/^more: the same with --before job_\d+$/)
  expect((await dead('discard', '--all', '--reason', 'poison')).out).toBe('0 dead letters are discarded')
  expect((await dead('replay', '--all', '--type', 'mail.fail', '--json')).out).toBe('{"replayed":1201}')
  await engine.drain({ keepOpen: true })
  expect((await dead('discard', '--all', '--queue', 'mail')).out).toBe('1201 dead letters are discarded')
  expect((await dead('list', '--json')).out).toBe('[]')
})
