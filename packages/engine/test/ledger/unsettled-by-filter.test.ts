import { expect, test } from 'vitest'
import { unsettledByFilter } from '../../src/postgres/cancel.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf, plansOf, wholeScansIn } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** So many jobs that have succeeded, every tenth at its second attempt. */
async function grow(lane: number, jobs: number): Promise<void> {
  await database.sql(
    `with one as (
       insert into pawl.attempt (lane, body, max_attempts) select $1, 'null', 3 from generate_series(1, $2::int) returning pos, job_id
     ), two as (
       insert into pawl.attempt (job_id, lane, body, max_attempts, failures) select job_id, $1, 'null', 3, 1 from one where pos % 10 = 0 returning pos
     )
     insert into pawl.outcome (pos, kind)
     select pos, (case when pos % 10 = 0 then 'retryable' else 'succeeded' end)::pawl.outcome_kind from one
     union all select pos, 'succeeded' from two`,
    [lane, jobs],
  )
}

async function all(filter: { queue?: string; type?: string }, jobs: number): Promise<number[]> {
  const found: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: { positions: number[]; upto: number | null } = await unsettledByFilter(
      ledger.runner,
      filter,
      after,
      jobs,
    )
    expect(page.upto === null || page.upto > after).toBe(true)
    found.push(...page.positions)
    after = page.upto
  }
  return found
}

test('every job that has not ended is found once, in line, at a later attempt, or waiting, whatever the size of a page', async () => {
  const lane = await ledger.lane()
  await grow(lane, 45)
  const insert = (job: string) =>
    `insert into pawl.attempt (job_id, lane, body, max_attempts) values (${job}, ${lane}, 'null', 3) returning pos`
  const [{ pos: pending }] = await database.sql(insert('default'))
  const [{ pos: retried }] = await database.sql(insert('default'))
  // deferred so often that its attempts fill more than a page
  for (let i = 0; i < 12; i++) {
    const [{ pos }] = i === 0 ? [{ pos: retried }] : await database.sql(insert(retried))
    await database.sql(`insert into pawl.outcome (pos, kind) values ($1, 'deferred')`, [pos])
  }
  await database.sql(insert(retried))
  const [{ job_id: waiting }] = await database.sql(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     values (nextval('pawl.position'), now(), now(), $1, 0, 'scheduled', 3, 0, 0, 'null') returning job_id`,
    [lane],
  )
  await grow(lane, 20)
  const [{ pos: last }] = await database.sql(insert('default'))
  const [{ queue, type }] = await database.sql('select queue, type from pawl.lane where id = $1', [lane])
  const unsettled = [pending, retried, waiting, last].map(Number)
  for (const jobs of [3, 7, 10_000]) {
    expect(await all({ queue }, jobs)).toEqual(unsettled)
    expect(await all({ type }, jobs)).toEqual(unsettled)
    expect(await all({ queue: 'another', type }, jobs)).toEqual([])
  }
})

test('one look costs the same after a long history, and reads no table whole', async () => {
  await keepAutovacuumAway(database)
  const lane = await ledger.lane()
  const client = await ledger.runner.client()
  const look = () => leastBlocksOf(client, statement('unsettled_by_filter').text, ['a queue', null, 0, 500])
  await grow(lane, 2_000)
  await database.sql('analyze pawl.attempt, pawl.outcome, pawl.later')
  const short = await look()
  await grow(lane, 20_000)
  expect(await look()).toBeLessThanOrEqual(short + 20)
  const plans = await plansOf(client, () => unsettledByFilter(ledger.runner, { queue: 'a queue' }, 0, 500))
  expect(plans).not.toEqual([])
  expect(wholeScansIn(plans).filter((scan) => !scan.endsWith(' later'))).toEqual([])
})
