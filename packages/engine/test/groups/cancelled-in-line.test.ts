import { expect, test } from 'vitest'
import { cancelInLine } from '../../src/postgres/cancel.ts'
import { testDatabase } from '../support/database.ts'
import { positionsOf, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a job that was cancelled in line takes no slot of its group', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const rows = await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts, group_name) values ($1, 'null', 3, 'all'), ($1, 'null', 3, 'all')
     returning pos`,
    [lane],
  )
  const [cancelled, other] = rows.map(({ pos }) => Number(pos))
  await cancelInLine(ledger.runner, [cancelled!])
  const result = await ledger.claim(worker, lane)
  expect(positionsOf(result)).toEqual([cancelled, other])
  expect(result.claimed[0]!.attempts.map(({ settled, parked }) => [settled, parked])).toEqual([
    [true, false],
    [false, false],
  ])
  expect(await database.sql('select job_id from pawl.group_slot')).toEqual([{ job_id: String(other) }])
})
