import { beforeAll, expect, test } from 'vitest'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const ageMs = 3_600_000
let lane: number

beforeAll(async () => {
  await keepAutovacuumAway(database)
  lane = await ledger.lane()
})

/** Rows from $2 on, $3 of them, whose time has not come. */
const notDue = {
  later: `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
    select n, now() + interval '1 day', now(), $1, 0, 'scheduled', 3, 0, 0, 'null' from generate_series($2::int, $2 + $3 - 1) n`,
  key: `insert into pawl.key (type, key, job_id, mode, until)
    select 'type', $1::int || '/' || n, n, 'window', now() + interval '1 day' from generate_series($2::int, $2 + $3 - 1) n`,
  open: `insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body)
    select n, n, now(), $1, 0, 3, 3, 0, 'exhausted', 'null' from generate_series($2::int, $2 + $3 - 1) n`,
  decided: `insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, ended_at, ended_as)
    select -n, n, now(), $1, 0, 3, 3, 0, 'exhausted', 'null', now(), 'discarded' from generate_series($2::int, $2 + $3 - 1) n`,
  // of these start_next looks at what is new, and start_forget at what is old
  start: `insert into pawl.start (queue, at, starts)
    select 'queue', now() - interval '1500 ms', 1 from generate_series($2::int, $2 + $3 - 1) n where $1::int > 0`,
  signal: `insert into pawl.signal (event, until, payload)
    select $1::int || '/' || n, now() + interval '1 day', 'null' from generate_series($2::int, $2 + $3 - 1) n`,
}

test.each([
  ['line_up', [1_000], notDue.later],
  ['start_next', ['queue', 1, 1_000], notDue.start],
  ['start_forget', ['queue', ageMs], notDue.start],
  ['retention_keys', [1_000], notDue.key],
  ['retention_dead_discard', ['work', ageMs, 0, 1_000], notDue.open],
  ['retention_dead_remove', [ageMs, 1_000], notDue.decided],
  ['signal_send', ['somebody', 'null', ageMs], notDue.signal],
])('%s reads nothing of what is not due, however much that is', async (name, values, grow) => {
  const client = await database.connect()
  const look = () => leastBlocksOf(client, statement(name).text, values)
  await database.sql(grow, [lane, 1, 100])
  await database.sql('analyze pawl.later, pawl.key, pawl.dead, pawl.signal')
  const few = await look()
  await database.sql(grow, [lane, 101, 20_000])
  await database.sql('analyze pawl.later, pawl.key, pawl.dead, pawl.signal')
  expect(await look()).toBeLessThanOrEqual(few + 20)
})
