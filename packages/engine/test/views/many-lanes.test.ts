import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const lanes = 1_000

/** One queue with a lane for each of a thousand sources, and a job in each. */
beforeAll(async () => {
  await database.sql(
    `with made as (
       insert into pawl.lane (queue, type, version, priority, source)
       select 'sites', 'fetch', 1, 5, 'site-' || n from generate_series(1, ${lanes}) n returning id)
     insert into pawl.attempt (lane, body, max_attempts) select id, 'null', 3 from made`,
  )
})

const sites = async () => {
  const [queue] = await testPawl({ url: database.url, jobs: [] }).queues.list()
  return queue
}

/** As if a worker had claimed all that can be seen. */
const claimAll = (base: string, win: string) =>
  database.sql(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions, used_up)
     select l.id, l.first_turn + (select count(*) from pawl.lease s where s.lane = l.id), gen_random_uuid(), 1, $1, $2, '0', 0, '{}', true
       from pawl.lane l`,
    [base, win],
  )

test('of a queue with very many lanes with work a hundred are counted, and the rest is estimated', async () => {
  expect(await sites()).toMatchObject({ pending: lanes, exact: false, oldestAgeMs: expect.any(Number) })
})

test('of a queue with very many lanes those with work are found, and counted exactly', async () => {
  const [{ now }] = await database.sql('select pg_current_snapshot()::text as now')
  await claimAll(now, now)
  expect(await sites()).toMatchObject({ pending: 0, exact: true, oldestAgeMs: null })
  await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts)
     select id, 'null', 3 from pawl.lane where source in ('site-1', 'site-500', 'site-1000')`,
  )
  expect(await sites()).toMatchObject({ pending: 3, exact: true, oldestAgeMs: expect.any(Number) })
})

test('a job that commits late is counted, though a newer one of its lane was claimed', async () => {
  const late = await database.connect()
  const insert = `insert into pawl.attempt (lane, body, max_attempts) select id, 'null', 3 from pawl.lane where source = 'site-7'`
  await late.query('begin')
  await late.query(insert)
  await database.sql(insert)
  const [{ now }] = await database.sql('select pg_current_snapshot()::text as now')
  await claimAll(now, now)
  expect(await sites()).toMatchObject({ pending: 0, exact: true })
  await late.query('commit')
  expect(await sites()).toMatchObject({ pending: 1, exact: true })
})
