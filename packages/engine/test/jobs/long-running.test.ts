import { expect, test } from 'vitest'
import { findJob } from '../../src/postgres/jobs.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a job that runs for long is looked up as fast as one that has just begun, whatever its lane has done since', async () => {
  await keepAutovacuumAway(database)
  const [lane, client, worker] = [await ledger.lane(), await database.connect(), await ledger.worker('holder')]
  const [old] = await appendAttempts(client, lane)
  const [held] = toSettle(await ledger.claim(worker, lane, { limit: 1 }))
  await database.sql('update pawl.worker set leases = array[$2], heartbeat_at = clock_timestamp() where id = $1', [
    worker.id,
    `${lane}:${held!.lease.turn}`,
  ])
  // as many claims as a busy lane makes in half an hour
  await client.query(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions, at)
     select l.lane, l.turn + n, gen_random_uuid(), n, l.win, pg_current_snapshot(), '0', 0, int8multirange(int8range(1000000 + n, 1000001 + n)), now()
       from pawl.lease l cross join generate_series(1, 20000) n where l.lane = $1`,
    [lane],
  )
  expect(await findJob(ledger.runner, `job_${old}`)).toMatchObject({ status: 'running', lockedBy: 'holder' })
  const other = await ledger.lane()
  const [young] = await appendAttempts(client, other)
  await ledger.claim(worker, other, { limit: 1 })
  const blocks = (pos: number) => leastBlocksOf(client, 'select * from pawl.job($1)', [`job_${pos}`])
  expect(await blocks(old!)).toBeLessThan((await blocks(young!)) + 200)
  await settleSucceeded(ledger.runner, worker, [held!])
  expect(await findJob(ledger.runner, `job_${old}`)).toMatchObject({ status: 'succeeded' })
  expect(await blocks(old!)).toBeLessThanOrEqual(await blocks(young!))
})

test('a lease that no heartbeat has listed yet is found behind a thousand others', async () => {
  const [lane, client, worker] = [await ledger.lane(), await database.connect(), await ledger.worker('fresh')]
  const [pos] = await appendAttempts(client, lane)
  await ledger.claim(worker, lane, { limit: 1 })
  await client.query(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions)
     select l.lane, l.turn + n, gen_random_uuid(), n, l.win, pg_current_snapshot(), '0', 0, '{}'
       from pawl.lease l cross join generate_series(1, 1500) n where l.lane = $1`,
    [lane],
  )
  expect(await findJob(ledger.runner, `job_${pos}`)).toMatchObject({ status: 'running', lockedBy: 'fresh' })
})
