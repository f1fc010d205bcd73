import { expect, test } from 'vitest'
import { definePhases } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { numbers } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const scan = definePhases('scan', [numbers('double')])

const invalid = (message: string) => ({ code: 'invalid-option', message: expect.stringContaining(message) })

test.each([
  [
    'runs',
    'before',
    (pawl: Pawl) => pawl.pipelines.runs({ before: 'x' as never }),
    "must be a whole number of at least 1; got 'x'",
  ],
  [
    'runs',
    'before',
    (pawl: Pawl) => pawl.pipelines.runs({ before: 1.5 }),
    'must be a whole number of at least 1; got 1.5',
  ],
  ['runs', 'subject', (pawl: Pawl) => pawl.pipelines.runs({ subject: 'a\0b' }), 'without NUL'],
  [
    'runs',
    'pipeline',
    (pawl: Pawl) => pawl.pipelines.runs({ pipeline: 7 as never }),
    'must be a text of 1 to 200 characters; got 7',
  ],
  ['start', 'subject', (pawl: Pawl) => pawl.pipelines.start(scan, 'a\0b'), 'without NUL'],
  ['start', 'subject', (pawl: Pawl) => pawl.pipelines.start(scan, ''), 'must be a text of 1 to 200 characters'],
  ['cancel', 'subject', (pawl: Pawl) => pawl.pipelines.cancel(scan, 'a\0b'), 'without NUL'],
  [
    'get',
    'subject',
    (pawl: Pawl) => pawl.pipelines.get(scan, undefined as never),
    'must be a text of 1 to 200 characters; got undefined',
  ],
  ['failures', 'subject', (pawl: Pawl) => pawl.pipelines.failures(scan, 'a\0b'), 'without NUL'],
  ['failures', 'phase', (pawl: Pawl) => pawl.pipelines.failures(scan, 'a', { phase: 7 as never }), 'got 7'],
  [
    'failures',
    'after',
    (pawl: Pawl) => pawl.pipelines.failures(scan, 'a', { after: {} as never }),
    'takes { phase, key }',
  ],
  ['forgive', 'subject', (pawl: Pawl) => pawl.pipelines.forgive(scan, 'a\0b'), 'without NUL'],
] as const)('%s refuses a wrong %s, and says what was expected', async (_method, _what, call, message) => {
  const pawl = patientPawl(database.url, scan)
  await expect(async () => call(pawl)).rejects.toMatchObject(invalid(message))
})

type Pawl = ReturnType<typeof patientPawl>

test('a body of a start that cannot be one is refused when it is enqueued', async () => {
  const pawl = patientPawl(database.url, scan)
  await expect(pawl.enqueue(scan.job, { subject: 'a\0b' })).rejects.toMatchObject({ code: 'invalid-body' })
  await expect(pawl.enqueue(scan.job, { subject: '' })).rejects.toMatchObject({ code: 'invalid-body' })
})

test.each([{}, { subjectsAtOnce: 1 }])('a name that is too long is refused when it is defined, with %o', (options) => {
  expect(() => definePhases('x'.repeat(191), [numbers('double')], options)).toThrow(
    /has 190 characters at the most; got one of 191/,
  )
  expect(definePhases('x'.repeat(190), [numbers('double')], options).name).toHaveLength(190)
})

test('a run of a pipeline with the longest name goes through', async () => {
  await database.sql(
    `create table if not exists number (id int, subject text, double_done int default 0, square_done int default 0)`,
  )
  const long = definePhases('x'.repeat(190), [numbers('double')], { subjectsAtOnce: 1 })
  const pawl = patientPawl(database.url, long)
  const { job } = await pawl.pipelines.start(long, 'y'.repeat(200))
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(job)).toMatchObject({ status: 'succeeded' })
})
