import { afterEach, expect, test } from 'vitest'
import { closePartition } from '../../src/postgres/partitions.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const ledger = new TestLedger(database)
const service = new TestRetention(database)

afterEach(async () => {
  service.told.length = 0
  // what a test left running would keep its partition
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt on conflict do nothing`,
  )
})

const positionsOfJob = async (job: number) =>
  (await database.sql('select pos from pawl.attempts_of($1) order by pos', [job])).map(({ pos }) => Number(pos))

/** The partition in use is used up, although a transaction is open: by time it would wait for that to end. */
async function useUp(): Promise<number> {
  await service.retention.runOnce()
  const [{ number }] = await database.sql(
    `select number, setval('pawl.position', beyond) from pawl.partition where closed_at is null order by number limit 1`,
  )
  await service.retention.runOnce()
  return number
}

test.each(['commit', 'a prepared transaction'])(
  'what is enqueued by a transaction that is open for longer than history is kept is not lost (%s)',
  async (how) => {
    const lane = await ledger.lane()
    const late = await database.connect()
    await late.query('begin')
    const [job] = await appendAttempts(late, lane)
    const closed = await useUp()
    if (how !== 'commit') await late.query(`prepare transaction 'late'`)
    await service.age(keepMs + 1)
    await service.run()
    expect(service.dropped).not.toContain(closed)

    await late.query(how === 'commit' ? 'commit' : `commit prepared 'late'`)
    await service.run()
    expect(service.dropped).toContain(closed)
    expect(await positionsOfJob(job!)).toHaveLength(1)
    const worker = await ledger.worker()
    const [{ lane: front }] = await database.sql('select lane from pawl.attempts_of($1)', [job])
    expect(await ledger.claimPositions(worker, [front, lane])).toEqual(await positionsOfJob(job!))
  },
)

test('an enqueue that is open does not let the partition in use be closed by time, and others enqueue meanwhile', async () => {
  const lane = await ledger.lane()
  const [late, other] = [await database.connect(), await database.connect()]
  await late.query('begin')
  await appendAttempts(late, lane)
  await service.retention.runOnce()
  await database.sql(`update pawl.partition set opened_at = opened_at - interval '1 day' where closed_at is null`)
  const anotherTurn = () =>
    database.sql(`update pawl.partition set close_tried_at = close_tried_at - interval '1 hour'`)
  const tries = (async () => {
    for (let i = 0; i < 5; i++) {
      await service.retention.runOnce()
      await anotherTurn()
    }
  })()
  for (let i = 0; i < 50; i++) await appendAttempts(other, lane)
  await tries
  expect(service.events('partition.close')).toEqual([])
  expect(service.events('service.error')).toEqual([])
  await late.query('commit')
  await until('it is closed', async () => {
    await anotherTurn()
    await service.retention.runOnce()
    return service.events('partition.close').length > 0
  })
})

test('however many workers there are, one of them tries to close a partition every few seconds', async () => {
  const late = await database.connect()
  await appendAttempts(late, await ledger.lane())
  await service.retention.runOnce()
  const [{ number }] = await database.sql('select min(number) as number from pawl.partition where closed_at is null')
  await late.query('begin')
  await appendAttempts(late, await ledger.lane())
  await expect(closePartition(ledger.runner, number)).rejects.toMatchObject({ code: '55P03' })
  expect(await closePartition(ledger.connection(), number), 'it is not their turn').toBe(false)
  await late.query('rollback')
})

test('nobody can settle what is gone: there is no partition that would take it in', async () => {
  const worker = await ledger.worker('zombie')
  const lane = await ledger.lane()
  await appendAttempts(await database.connect(), lane)
  await useUp()
  // claimed in the time of a later partition, so that the lease outlives the attempt
  await appendAttempts(await database.connect(), lane)
  await ledger.claim(worker, lane, { limit: 1 })
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'crashed' from pawl.attempt where lane = $1
    on conflict do nothing`,
    [lane],
  )
  const [lease] = await database.sql('select turn, claim, lower(positions) as pos from pawl.lease where lane = $1', [
    lane,
  ])
  const item = {
    pos: Number(lease.pos),
    lease: { lane, turn: Number(lease.turn), claim: Number(lease.claim) },
    durationMs: 1,
  }
  await service.age(keepMs + 1)
  await service.run()
  expect(await database.sql('select from pawl.outcome where pos = $1', [item.pos])).toEqual([])
  const settled = await settleSucceeded(ledger.runner, worker, [item]).catch((error) => error.code)
  expect([0, '23514']).toContain(settled)
  expect(await database.sql('select from pawl.outcome where pos = $1', [item.pos])).toEqual([])
})
