import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { blocksOf, keepAutovacuumAway, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const advance = 'select * from pawl.advance_waiters($1, -1, -1, 500)'
const look = 'select * from pawl.awaited_jobs(-1, 500)'
const sweep = statement('sweep_waiting').text

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
    const beside = await blocks()
    // a level or two more of an index each time; all who wait are some 200 blocks
    expect(beside.dead - without.dead).toBeLessThan(20)
    expect(beside.others - without.others).toBeLessThan(20 * 10)
    expect(beside.look - without.look).toBeLessThan(50)
  } finally {
    await client.end()
  }
})

test.each(['never analysed', 'analysed while it was empty', 'analysed with a history of those who waited for many'])(
  'to let one go who waits costs no look at all that others wait for: %s',
  async (state) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // whom these wait for has never been, which counts as ended
    const letGo = async (from: number) => {
      const blocks: number[] = []
      for (let job = from; job < from + 5; job++) {
        const on = job - 1_000
        await database.sql(`insert into pawl.waiter (job_id, on_job, on_failed) values ($1, $2, 'ignore')`, [job, on])
        await database.sql('insert into pawl.dependency (job_id, on_job) values ($1, $2)', [job, on])
        blocks.push(await blocksOf(client, advance, [[on]]))
        expect(await database.sql('select from pawl.waiter where job_id = $1', [job])).toEqual([])
      }
      return Math.min(...blocks)
    }
    try {
      await database.sql('truncate pawl.waiter, pawl.dependency')
      if (state === 'analysed while it was empty') await database.sql('analyze pawl.dependency, pawl.waiter')
      if (state.startsWith('analysed with')) {
        await database.sql(`insert into pawl.dependency (job_id, on_job, ended_as)
        select 1e6 + n % 50, 1e7 + n, 'succeeded' from generate_series(1, 50000) n`)
        await database.sql('analyze pawl.dependency, pawl.waiter')
      }
      const without = await letGo(2_000)
      await database.sql(
        `insert into pawl.dependency (job_id, on_job) select 1e6 + n, 5 from generate_series(1, 30000) n`,
      )
      // all that is open are some 200 blocks, and 25 of its index
      expect((await letGo(3_000)) - without).toBeLessThan(20)
    } finally {
      await client.end()
    }
  },
)

test('to look after one again whom nobody looks after costs no look at all that others wait for', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const blocks = async (from: number) => {
    const counts: number[] = []
    for (let job = from; job < from + 5; job++) {
      await database.sql(
        `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
         values ($1, 'infinity', now(), 1, 0, 'waiting', 1, 0, 0, '{}')`,
        [job],
      )
      await database.sql('insert into pawl.dependency (job_id, on_job) values ($1, 7)', [job])
      counts.push(await blocksOf(client, sweep, [job - 1, 1]))
      expect(await database.sql('select on_job from pawl.waiter where job_id = $1', [job])).toMatchObject([
        { on_job: '7' },
      ])
    }
    return Math.min(...counts)
  }
  try {
    await database.sql('truncate pawl.waiter, pawl.dependency')
    const without = await blocks(2_000)
    await database.sql(
      'insert into pawl.dependency (job_id, on_job) select 1e6 + n, 5 from generate_series(1, 30000) n',
    )
    expect((await blocks(3_000)) - without).toBeLessThan(20)
  } finally {
    await client.end()
  }
})
