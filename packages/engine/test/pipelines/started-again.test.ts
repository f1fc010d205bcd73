import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, fixed } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test('rows that come for a phase that is over are done by the run that goes on, if it is started meanwhile', async () => {
  const [begun, go] = [gate(), gate()]
  const scan = definePhases('scan-1', [
    numbers('double'),
    numbers('square', {
      async work({ id }) {
        if (id !== 3) return
        begun.open()
        await go.passed
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('a', 1, 5)
  const first = await pawl.pipelines.start(scan, 'a')
  await pawl.start()
  await begun.passed
  await fill('a', 6, 9)
  expect(await pawl.pipelines.start(scan, 'a')).toEqual({ started: false, job: first.job })
  go.open()
  // whoever waits for this job waits for those rows, too
  expect(await pawl.result(first.job)).toMatchObject({ phases: { double: { done: 9 }, square: { done: 9 } } })
  expect(await written('a')).toEqual({ double: { 1: 9 }, square: { 1: 9 } })
  expect(await pawl.pipelines.runs({ subject: 'a' })).toMatchObject([
    { state: 'done', phases: [{ line: 'double: 9/9 rows' }, { line: 'square: 9/9 rows' }] },
  ])
})

test('a run that fails after it was started again goes through all of it in its next attempt', async () => {
  const [begun, go] = [gate(), gate()]
  let attempts = 0
  const square = numbers('square')
  const scan = definePhases(
    'scan-2',
    [
      numbers('double'),
      {
        ...square,
        async undone(...args: Parameters<typeof square.undone>) {
          if (++attempts > 1) return square.undone(...args)
          begun.open()
          await go.passed
          throw new Error('not now')
        },
      },
    ],
    { retry: { backoff: fixed({ delayMs: 1 }) } },
  )
  const pawl = patientPawl(url, scan)
  await fill('b', 1, 5)
  const { job } = await pawl.pipelines.start(scan, 'b')
  await pawl.start()
  await begun.passed
  await fill('b', 6, 9)
  expect(await pawl.pipelines.start(scan, 'b')).toEqual({ started: false, job })
  go.open()
  await pawl.result(job)
  expect(await written('b')).toEqual({ double: { 1: 9 }, square: { 1: 9 } })
})

/**
 * Holds whoever does this to this table, until `letGo()` is called. The trigger stays, as to drop it from a table in parts would
 * wait for a run that waits for the table in turn: each hold has a number of its own, and lets all through once it has let go.
 */
async function holdAt(number: number, what: 'insert' | 'update', table: string, when: string) {
  const client = await database.connect()
  await client.query('select pg_advisory_lock($1)', [number])
  const name = `wait_for_${number}`
  await database.sql(`create function ${name}() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${number}); return new; end $$`)
  await database.sql(
    `create trigger ${name} before ${what} on pawl.${table} for each row when (${when}) execute function ${name}()`,
  )
  return {
    held: () =>
      until('somebody is held', async () => {
        // of this database: others on the server have lanes of that number
        const [row] = await database.sql(
          `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
            where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and not l.granted`,
          [number],
        )
        return row !== undefined
      }),
    letGo: () => client.query('select pg_advisory_unlock($1)', [number]),
  }
}

test('a start that comes right before a run ends makes it go on', async () => {
  const scan = definePhases('scan-3', [numbers('double'), numbers('square')])
  const pawl = patientPawl(url, scan)
  await fill('c', 1, 5)
  const { job } = await pawl.pipelines.start(scan, 'c')
  const { held, letGo } = await holdAt(42, 'insert', 'outcome', `new.kind = 'succeeded'`)
  await pawl.start()
  await held()
  await fill('c', 6, 9)
  expect(await pawl.pipelines.start(scan, 'c')).toEqual({ started: false, job })
  await letGo()
  await pawl.result(job)
  expect(await written('c')).toEqual({ double: { 1: 9 }, square: { 1: 9 } })
  expect(await pawl.job(job)).toMatchObject({ deferrals: 1, failures: 0 })
})

test('a start that comes while a run ends waits for that, and starts another', async () => {
  const scan = definePhases('scan-4', [numbers('double'), numbers('square')])
  const pawl = patientPawl(url, scan)
  await fill('d', 1, 5)
  const { job } = await pawl.pipelines.start(scan, 'd')
  const { held, letGo } = await holdAt(43, 'update', 'pipeline_run', `new.ended_as = 'done'`)
  await pawl.start()
  await held()
  await fill('d', 6, 9)
  const starting = pawl.pipelines.start(scan, 'd')
  await until('it waits', async () => {
    const [row] = await database.sql(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'pawl pipeline' and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    return row !== undefined
  })
  await letGo()
  const second = await starting
  expect(second.started).toBe(true)
  expect(second.job).not.toBe(job)
  await pawl.result(second.job)
  expect(await written('d')).toEqual({ double: { 1: 9 }, square: { 1: 9 } })
  expect((await pawl.pipelines.runs({ subject: 'd' })).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('wherever a start meets the end of a run, no row is left', async () => {
  const scan = definePhases('scan-5', [numbers('double'), numbers('square')])
  const pawl = patientPawl(url, scan)
  let over = gate()
  pawl.on('phase.end', ({ phase }) => phase === 'square' && over.open())
  await pawl.start()
  for (let n = 1; n <= 30; n++) {
    over = gate()
    await fill('e', n, n)
    await pawl.pipelines.start(scan, 'e')
    await over.passed
  }
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'e'))?.state === 'done')
  expect(await written('e')).toEqual({ double: { 1: 30 }, square: { 1: 30 } })
})
