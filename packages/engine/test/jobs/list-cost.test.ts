import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobFilter, type JobPage } from '../../src/index.ts'
import { encodeCursor } from '../../src/job/list-cursor.ts'
import type { Connection } from '../../src/postgres/connection.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import { Jobs } from '../../src/runtime/jobs.ts'
import { Registry } from '../../src/runtime/registry.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const day = 24 * 60 * 60 * 1000
const common = defineJob({ type: 'common', body: z.null(), run: () => {} })
const rare = defineJob({ type: 'rare', body: z.null(), run: () => {} })

/**
 * 300,000 jobs over ten days in ten partitions: all but three hundred in one lane, one in twenty by a second attempt, one in fifty a
 * dead letter, one in a hundred with the same key. Twenty thousand wait for their time, as many stand in line.
 */
beforeAll(async () => {
  const client = await database.connect()
  await client.query('set synchronous_commit = off')
  const lanes = {
    common: await ledger.lane({ queue: 'common', type: 'common' }),
    rare: await ledger.lane({ queue: 'rare', type: 'rare' }),
  }
  await client.query('select pawl.tend_partitions(12, 0, 33000)')
  // also from the partitions that were made just now
  await keepAutovacuumAway(database)
  for (let part = 0; part < 10; part++) await appendTenth(client, lanes, part)
  await client.query(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions)
     select l.id, l.first_turn, gen_random_uuid(), 1, pg_current_snapshot(), pg_current_snapshot(), '0', 0, '{}' from pawl.lane l`,
  )
  await client.query(
    `insert into pawl.attempt (lane, body, max_attempts) select $1, 'null', 3 from generate_series(1, 20000)`,
    [lanes.common],
  )
  await client.query(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     select nextval('pawl.position'), now() + interval '1 day', now(), $1, 0, 'scheduled', 3, 0, 0, 'null' from generate_series(1, 20000)`,
    [lanes.common],
  )
}, 600_000)

async function appendTenth(client: pg.Client, lanes: { common: number; rare: number }, part: number): Promise<void> {
  // as if each second had brought a transaction of its own
  await client.query(`do $$
    declare v_at timestamptz;
    begin
      for i in 0..29 loop
        v_at := now() - interval '10 days' + interval '1 day' * (${part} + i / 30.0);
        insert into pawl.attempt (lane, body, max_attempts, created_at, run_at, key)
        select case when n % 1000 = 0 then ${lanes.rare} else ${lanes.common} end, 'null', 3, v_at, v_at,
               case when n % 100 = 7 then 'k' end
          from generate_series(1, 1000) n;
        commit;
      end loop;
    end $$`)
  await client.query(
    `insert into pawl.attempt (job_id, lane, body, max_attempts, created_at, run_at, failures, key)
     select a.pos, a.lane, a.body, 3, a.created_at, a.run_at, 1, a.key from pawl.attempt a
      where a.pos > (select last_value - 30000 from pawl.position) and a.pos % 20 = 0 order by a.pos`,
  )
  await client.query(
    `insert into pawl.outcome (pos, kind)
     select a.pos, case when a.job_id = a.pos and a.pos % 20 = 0 then 'retryable' when a.pos % 50 = 1 then 'failed' else 'succeeded' end::pawl.outcome_kind
       from pawl.attempt a where not exists (select from pawl.outcome o where o.pos = a.pos) order by a.pos`,
  )
  await client.query(
    `insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body)
     select a.job_id, a.pos, a.created_at, a.lane, 0, 3, 3, 0, 'exhausted', 'null'
       from pawl.attempt a join pawl.outcome o on o.pos = a.pos and o.kind = 'failed'
     on conflict do nothing`,
  )
}

type Counted = { readonly page: JobPage; readonly blocks: number }

let connection: Connection

/** A page of a list, and how many blocks its statements touch. */
async function countedList(filter: JobFilter): Promise<Counted> {
  const client = await connection.client()
  let blocks = 0
  const runner: Runner = {
    async run(statement, values = []) {
      blocks += await leastBlocksOf(client, statement.text, [...values])
      return connection.run(statement, values)
    },
  }
  const page = await new Jobs(runner, new Registry([common, rare], {})).list(filter)
  return { page, blocks }
}

/** A cursor in the middle of history. */
async function deep(): Promise<string> {
  const [row] = await database.sql(
    'select pos::text as place, xid::text, pos::text as position from pawl.attempt where pos >= 150000 and job_id = pos order by pos limit 1',
  )
  return encodeCursor(row)
}

const ago = (days: number) => new Date(Date.now() - days * day)
const full: readonly JobFilter[] = [
  {},
  { queue: 'common' },
  { status: 'succeeded' },
  { queue: 'common', status: 'succeeded' },
  { status: 'failed' },
  { queue: 'common', status: 'failed' },
  { key: 'k' },
  { key: 'k', status: 'succeeded' },
  { type: 'common', since: ago(7.5), until: ago(2.5) },
  { since: ago(7.5), until: ago(2.5), status: 'succeeded' },
]
const sparse: readonly JobFilter[] = [{ queue: 'rare' }, { queue: 'rare', status: 'succeeded' }]
const waiting: readonly JobFilter[] = [
  { status: 'pending' },
  { queue: 'common', status: 'pending' },
  { status: 'scheduled' },
  { queue: 'common', status: 'scheduled' },
]
const barren: readonly JobFilter[] = [{ status: 'cancelled' }, { queue: 'common', status: 'cancelled' }]

describe.each(['never analysed', 'analysed'])('in a ledger that was %s', (how) => {
  beforeAll(async () => {
    // one that has planned nothing yet
    connection = ledger.connection()
    if (how === 'analysed') await database.sql('analyze')
  })

  test.each(full)(
    'page after page of %o is full, and one among 300,000 reads no more than the first',
    async (filter) => {
      const first = await countedList(filter)
      const later = await countedList({ ...filter, after: await deep() })
      expect([first.page.jobs.length, later.page.jobs.length]).toEqual([50, 50])
      expect(later.blocks).toBeLessThanOrEqual(first.blocks + 500)
      expect(later.blocks).toBeLessThan(3_000)
    },
  )

  test.each(sparse)('%o, one job in a thousand, fills its pages too', async (filter) => {
    const { page, blocks } = await countedList({ ...filter, after: await deep() })
    expect(page.jobs).toHaveLength(50)
    expect(blocks).toBeLessThan(3_000)
  })

  test.each(waiting)('%o reads what waits and nothing that has ended', async (filter) => {
    const first = await countedList(filter)
    const second = await countedList({ ...filter, after: first.page.next! })
    expect([first.page.jobs.length, second.page.jobs.length]).toEqual([50, 50])
    expect(Math.max(first.blocks, second.blocks)).toBeLessThan(4_000)
  })

  test.each(barren)('%o, of which there is none, looks so far for one page and says where to go on', async (filter) => {
    const { page, blocks } = await countedList(filter)
    expect(page.jobs).toEqual([])
    expect(page.next).not.toBeNull()
    expect(blocks).toBeLessThan(40_000)
  })

  test('in a queue with few jobs a page tells at once that there is none', async () => {
    const { page, blocks } = await countedList({ queue: 'rare', status: 'cancelled' })
    expect(page).toEqual({ jobs: [], next: null })
    expect(blocks).toBeLessThan(20_000)
  })

  test('what runs is found from the workers', async () => {
    const { page, blocks } = await countedList({ status: 'running' })
    expect(page).toEqual({ jobs: [], next: null })
    expect(blocks).toBeLessThan(1_000)
  })
})
