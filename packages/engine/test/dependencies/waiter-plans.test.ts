import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { keepAutovacuumAway, leastBlocksOf, plansOf, wholeScansIn } from '../support/plans.ts'

const database = testDatabase()
const advance = 'select * from pawl.advance_waiters($1, -1, -1, 500)'
const look = 'select * from pawl.awaited_jobs(-1, 500)'

beforeAll(() => keepAutovacuumAway(database))

test('where nearly all are blocked by one dead letter, they are not read to find the others', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const blocks = async () => ({
    dead: await leastBlocksOf(client, advance, [[5]]),
    others: await leastBlocksOf(client, advance, [Array.from({ length: 20 }, (_, n) => 101 + n)]),
    look: await leastBlocksOf(client, look),
  })
  try {
    await database.sql(`insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body)
      select 5, 5, now(), 1, 0, 1, 1, 0, 'permanent', '{}'`)
    const without = await blocks()
    await database.sql(`insert into pawl.waiter (job_id, on_job, on_failed, blocked_at)
      select 1000 + n, 5, 'wait', now() from generate_series(1, 20000) n`)
    await database.sql('analyze pawl.waiter')
    // often enough that a plan is kept
    for (let i = 0; i < 10; i++) await client.query(advance, [[5]])
    const plans = await plansOf(client, async () => {
      await client.query(look)
      await client.query(advance, [[5, 101]])
    })
    expect(wholeScansIn(plans)).toEqual([])
    const beside = await blocks()
    // a level or two more of an index each time; all who wait are some 200 blocks
    expect(beside.dead - without.dead).toBeLessThan(20)
    expect(beside.others - without.others).toBeLessThan(20 * 10)
    expect(beside.look - without.look).toBeLessThan(50)
  } finally {
    await client.end()
  }
})
