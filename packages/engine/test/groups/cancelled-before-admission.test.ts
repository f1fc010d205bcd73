import { expect, test } from 'vitest'
import { cancelInLine } from '../../src/postgres/cancel.ts'
import { admit } from '../../src/postgres/groups.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger, toSettle } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a job that is cancelled after it was claimed and before it got its slot takes none', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts, group_name) values ($1, 'null', 3, 'all'), ($1, 'null', 3, 'all')`,
    [lane],
  )
  const claimed = toSettle(await ledger.claim(worker, lane))
  const [cancelled, other] = claimed.map(({ pos }) => pos)
  await cancelInLine(ledger.runner, [cancelled!])
  const items = claimed.map(({ pos, lease }) => ({ pos, lease, limit: 1, frontLane: lane }))
  expect([...(await admit(ledger.runner, worker, items))]).toEqual([other])
  expect(await database.sql('select job_id from pawl.group_slot')).toEqual([{ job_id: String(other) }])
})
