import { afterEach, expect, test } from 'vitest'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const ledger = new TestLedger(database)
const service = new TestRetention(database)

// what a test left running would keep its partition
afterEach(() =>
  database.sql(`insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt on conflict do nothing`),
)

/** So many partitions come and go, while the lanes of the test are silent. */
async function monthsPass(partitions: number): Promise<void> {
  for (let i = 0; i < partitions; i++) {
    await service.turnOver()
    await service.age(keepMs + 1)
    await service.run()
  }
}

test('a lane that was silent through several drops goes on where it stood', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const client = await database.connect()
  await appendAttempts(client, lane, 5)
  for (let i = 0; i < 2; i++) {
    await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 10 })))
  }
  const before = service.dropped.length
  await monthsPass(3)
  expect(service.dropped.length).toBe(before + 3)

  expect(await ledger.claimPositions(worker, lane)).toEqual([])
  const fresh = await appendAttempts(client, lane, 3)
  expect(await ledger.claimPositions(worker, lane, { limit: 2 })).toEqual(fresh.slice(0, 2))
  expect(await ledger.claimPositions(worker, lane, { limit: 2 })).toEqual(fresh.slice(2))
  expect(await ledger.claimPositions(worker, lane)).toEqual([])
})

test('a window that was half used up is used up after several drops, and a late commit is not missed', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const [client, late] = [await database.connect(), await database.connect()]
  const first = await appendAttempts(client, lane, 2)
  const taken = await ledger.claim(worker, lane, { limit: 1 })
  await settleSucceeded(ledger.runner, worker, toSettle(taken))
  await monthsPass(2)
  // what was left of the window was moved to the front; what comes now is in the same lane
  await late.query('begin')
  const straggler = await appendAttempts(late, lane)
  const fresh = await appendAttempts(client, lane, 2)
  expect(await ledger.claimPositions(worker, lane)).toEqual(fresh)
  await late.query('commit')
  expect(await ledger.claimPositions(worker, lane)).toEqual(straggler)
  const [{ lane: front }] = await database.sql(
    `select lane from pawl.attempt a where job_id = $1 and not exists (select from pawl.outcome o where o.pos = a.pos)`,
    [first[1]],
  )
  expect(await ledger.claimPositions(worker, front)).toHaveLength(1)
})

test('a lane that was made and never claimed from works after its first partition is gone', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await monthsPass(2)
  const fresh = await appendAttempts(await database.connect(), lane, 2)
  expect(await ledger.claimPositions(worker, lane)).toEqual(fresh)
})

test('after a cursor was carried forward the key of the lease still lets one of two claims through', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await database.connect(), lane, 1)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))
  await monthsPass(2)
  await appendAttempts(await database.connect(), lane, 1)
  await ledger.claim(worker, lane)
  const leases = await database.sql(
    'select turn, next, positions::text from pawl.lease where lane = $1 order by turn',
    [lane],
  )
  const [{ first }] = await database.sql('select min(number)::bigint << 32 as first from pawl.partition')
  expect(leases.map(({ turn }) => BigInt(turn) >= BigInt(first))).toEqual(leases.map(() => true))
  // each says the turn of the one behind it, so whoever claims next can only write this one
  for (const [i, { turn, next }] of leases.entries()) {
    if (i + 1 < leases.length)
      expect(BigInt(leases[i + 1]!.turn)).toBe(next === null ? BigInt(turn) + 1n : BigInt(next))
  }
  const second = database.sql(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions)
     select lane, turn, gen_random_uuid(), 1, base, win, xid, pos, '{}' from pawl.lease where lane = $1 order by turn desc limit 1`,
    [lane],
  )
  await expect(second).rejects.toMatchObject({ code: '23505' })
})

test('however many lanes are silent, their cursors are carried in one go, and only a lane that is held is in the way', async () => {
  const more = `insert into pawl.lane (queue, type, version, priority, source) select 'many', 'many', 1, 5, 'source ' || n from generate_series(1, 450) n`
  await database.sql(more)
  const claimed = await ledger.lane()
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [claimed])
  await service.retention.runOnce()
  expect(service.dropped).not.toContain(closed)
  const behind = () =>
    database.sql(
      `select id from pawl.lane l where coalesce((select max(turn) from pawl.lease s where s.lane = l.id), first_turn) < $1`,
      [(closed + 1) * 2 ** 32],
    )
  expect(await behind()).toEqual([{ id: claimed }])
  await holder.query('rollback')
  await service.retention.runOnce()
  expect([service.dropped.at(-1), await behind()]).toEqual([closed, []])
})
