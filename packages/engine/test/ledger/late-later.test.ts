import { beforeEach, expect, test } from 'vitest'
import { lineUpDue } from '../../src/postgres/line-up.ts'
import { Events } from '../../src/runtime/events.ts'
import { LineUp } from '../../src/runtime/line-up.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
let lane: number

beforeEach(async () => {
  lane = await ledger.lane()
  await database.sql('truncate pawl.later, pawl.attempt')
})

const wait = `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
  values ($1, now() + $2::interval, now(), $3, 0, 'scheduled', 3, 0, 0, 'null')`
const jobsInLine = async () =>
  (await database.sql('select job_id::int from pawl.attempt order by pos')).map((row) => row.job_id)

test('a row that commits late with an early time is found, although later ones were moved before it', async () => {
  const late = await database.connect()
  await late.query('begin')
  await late.query(wait, [1, '-1 hour', lane])
  await database.sql(wait, [2, '-1 second', lane])
  await database.sql(wait, [3, '1 hour', lane])
  expect(await lineUpDue(ledger.runner)).toBe(1)
  await late.query('commit')
  expect(await lineUpDue(ledger.runner)).toBe(1)
  expect(await jobsInLine()).toEqual([2, 1])
})

test('however far away the next known time is, the table is looked at again within a second', async () => {
  await database.sql(wait, [3, '1 hour', lane])
  const lineUp = new LineUp(ledger.runner, new Events())
  const delays = [await lineUp.runOnce()]
  await database.sql('delete from pawl.later')
  delays.push(await lineUp.runOnce())
  await database.sql(wait, [4, '-1 hour', lane])
  await lineUp.runOnce()
  expect(await jobsInLine()).toEqual([4])
  for (const delay of delays) expect(delay).toBeLessThanOrEqual(1_000)
})

test('a row that another process is moving is passed over, and moved once', async () => {
  const other = await database.connect()
  await database.sql(wait, [5, '-2 hours', lane])
  await database.sql(wait, [6, '-1 hour', lane])
  await other.query('begin')
  await other.query('select from pawl.later where job_id = 5 for update')
  expect(await lineUpDue(ledger.runner)).toBe(1)
  await other.query('commit')
  const moved = await Promise.all([lineUpDue(ledger.runner), lineUpDue(ledger.connection())])
  expect(moved[0] + moved[1]).toBe(1)
  expect(await jobsInLine()).toEqual([6, 5])
})

test('with nothing that waits for a time there is nothing to hurry for', async () => {
  const lineUp = new LineUp(ledger.runner, new Events())
  expect(await lineUp.runOnce()).toBe(1_000)
  await database.sql(wait.replace('now() + $2::interval', '$2::timestamptz'), [5, 'infinity', lane])
  expect(await lineUp.runOnce()).toBe(1_000)
})
