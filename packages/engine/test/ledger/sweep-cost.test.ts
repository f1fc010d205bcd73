import { beforeAll, expect, test } from 'vitest'
import { unsettledOfNobody } from '../../src/postgres/reclaim.ts'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { blocksOf, keepAutovacuumAway, plansOf, wholeScansIn } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
let worker: SettlingWorker
let lane: number
let turns = 0

beforeAll(async () => {
  await keepAutovacuumAway(database)
  worker = await ledger.worker()
  lane = await ledger.lane()
})

/** So many leases of the past, ten jobs each, all settled. */
async function grow(leases: number, of = worker, age = '1 hour'): Promise<void> {
  await database.sql(
    `with appended as (
       insert into pawl.attempt (lane, body, max_attempts) select $1, 'null', 3 from generate_series(1, $3::int * 10) returning pos
     ), settled as (
       insert into pawl.outcome (pos, kind) select pos, 'succeeded' from appended
     ), numbered as (
       select pos, (row_number() over (order by pos) - 1) / 10 as lease from appended
     )
     insert into pawl.lease (lane, turn, worker, claim, at, base, win, xid, pos, positions)
     select $1, $4 + lease, $2, lease, now() - $5::interval, '3:3:', '3:3:', '3', max(pos), range_agg(int8range(pos, pos, '[]'))
       from numbered group by lease`,
    [lane, of.id, leases, turns, age],
  )
  turns += leases
}

/** The least of three: a connection may have to read the catalog anew at any time. */
async function least(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure())
}

async function blocks(name: string, values: unknown[]): Promise<number> {
  return blocksOf(await ledger.runner.client(), statement(name).text, values)
}

test('a sweep for forgotten leases reads each lease once, and then costs the same as after a short history', async () => {
  const sweep = () => blocks('unsettled_of_nobody', [60_000, 1_000])
  const forgetSweeps = () => database.sql(`update pawl.worker set swept_at = now() - interval '1 day'`)
  await grow(20)
  await sweep()
  const short = await least(sweep)
  const afterGrowing = async () => {
    await grow(1_400)
    return sweep()
  }
  expect(await least(afterGrowing)).toBeLessThanOrEqual(short + 20)
  await forgetSweeps()
  expect(await sweep()).toBeGreaterThan(1_000)
  expect(await least(sweep)).toBeLessThanOrEqual(short + 20)
})

test('a worker that has left is swept once more, and its leases are read no more', async () => {
  const sweep = () => blocks('unsettled_of_nobody', [60_000, 1_000])
  const short = await least(sweep)
  const gone = await ledger.worker()
  await grow(1_000, gone, '10 seconds')
  await database.sql(`update pawl.worker set stopped_at = now() - interval '1 minute', leases = '{}' where id = $1`, [
    gone.id,
  ])
  expect(await sweep()).toBeGreaterThan(500)
  expect(await least(sweep)).toBeLessThanOrEqual(short + 20)
})

test('to look for what a lost worker had costs the same after a long history of it', async () => {
  const look = () => blocks('unsettled_of_lost_worker', [worker.id, 1_000])
  await database.sql('update pawl.worker set leases = array[$2] where id = $1', [worker.id, `${lane}:1`])
  const short = await least(look)
  await grow(4_000)
  const long = await least(look)
  expect(short).toBeGreaterThan(0)
  expect(long).toBeLessThanOrEqual(short + 20)
})

test('neither reads attempts, leases or outcomes whole', async () => {
  const client = await ledger.runner.client()
  await database.sql('update pawl.worker set swept_at = now() - interval $$1 day$$ where id = $1', [worker.id])
  const plans = await plansOf(client, async () => {
    await unsettledOfNobody(ledger.runner, 60_000)
    await client.query(statement('unsettled_of_lost_worker').text, [worker.id, 1_000])
  })
  expect(plans).not.toEqual([])
  expect(wholeScansIn(plans)).toEqual([])
})
