import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PgQuery } from '../../src/postgres/pg-query.ts'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { transactFenced } from '../../src/postgres/transact.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
// as connections for commits are: pipelined where they are prepared
const pools = [true, false].map(
  (pipeline) => new pg.Pool({ connectionString: database.url, max: 1, pipeline } as pg.PoolConfig),
)
const poolFor = (prepare: boolean) => pools[prepare ? 0 : 1]!
afterAll(() => Promise.all(pools.map((pool) => pool.end())))
beforeEach(async () => {
  await database.sql('create table if not exists effect (n int); truncate effect')
})

const insert = 'insert into effect values ($1) returning n'
const effects = async () => (await database.sql('select n from effect order by n')).map(({ n }) => n)
const outcomes = async (pos: number) => database.sql('select kind from pawl.outcome where pos = $1', [pos])

async function attempt() {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane)
  const [item] = toSettle(await ledger.claim(worker, lane))
  const { lease, pos } = item!
  return {
    pos,
    opening: (claim = lease.claim) => openingOfCommit({ worker, lease: { ...lease, claim }, pos, idleMs: 60_000 }),
  }
}

type Write = (client: pg.PoolClient) => Promise<unknown>

const mine = async (write: Write, prepare = true) => {
  const { opening, pos } = await attempt()
  const result = await transactFenced({ pool: poolFor(prepare), prepare, opening: opening() }, write)
  return { result, outcome: await outcomes(pos) }
}
const committed = (value: unknown) => ({ result: { kind: 'committed', value }, outcome: [{ kind: 'succeeded' }] })

describe.each([true, false])('a transaction that opens with its first statement, prepared: %s', (prepare) => {
  test.each<[string, Write]>([
    ['with values', async (client) => (await client.query(insert, [1])).rows[0].n],
    ['as an object', async (client) => (await client.query({ text: insert, values: [1] })).rows[0].n],
    ['with a name', async (client) => (await client.query({ name: 'mine', text: insert, values: [1] })).rows[0].n],
    [
      'with rows as lists',
      async (client) => (await client.query({ text: insert, values: [1], rowMode: 'array' })).rows[0]![0],
    ],
    ['without values', async (client) => (await client.query('insert into effect values (1) returning n')).rows[0].n],
    [
      'of several statements',
      async (client) => {
        await client.query('create temp table note (n int) on commit drop; insert into effect values (1)')
        return 1
      },
    ],
    [
      'with a callback',
      (client) =>
        new Promise((resolve, reject) => {
          client.query(insert, [1], (error: Error, result: pg.QueryResult) =>
            error ? reject(error) : resolve(result.rows[0].n),
          )
        }),
    ],
    [
      'with a callback in place of values',
      (client) =>
        new Promise((resolve, reject) => {
          client.query('insert into effect values (1) returning n', (error: Error, result: pg.QueryResult) =>
            error ? reject(error) : resolve(result.rows[0].n),
          )
        }),
    ],
    [
      'and others that nobody has waited for',
      async (client) => {
        const all = [1, 2, 3].map((n) => client.query(insert, [n]))
        await Promise.all(all)
        await client.query('delete from effect where n > 1')
        return 1
      },
    ],
    [
      'that nobody waits for',
      async (client) => {
        void client.query(insert, [1])
        return 1
      },
    ],
  ])('%s', async (_, write) => {
    for (let i = 0; i < 3; i++) expect(await mine(write, prepare)).toEqual(committed(1))
    expect(await effects()).toEqual([1, 1, 1])
  })

  test('with none at all', async () => {
    expect(await mine(async () => 'nothing', prepare)).toEqual(committed('nothing'))
  })

  test('that is not ours: nothing is run, the connection goes on', async () => {
    const { opening, pos } = await attempt()
    const write: Write = async (client) => {
      const named = { name: 'named', text: insert, values: [1] }
      const results = await Promise.allSettled([
        client.query(named),
        client.query(insert, [2]),
        client.query('insert into effect values (3)'),
      ])
      return results.map(({ status }) => status)
    }
    for (let i = 0; i < 2; i++) {
      expect(await transactFenced({ pool: poolFor(prepare), prepare, opening: opening(77) }, write)).toEqual({
        kind: 'lost',
      })
    }
    expect(await effects()).toEqual([])
    const pid = async () => (await poolFor(prepare).query('select pg_backend_pid() as pid')).rows[0].pid
    const before = await pid()
    expect(await transactFenced({ pool: poolFor(prepare), prepare, opening: opening() }, write)).toEqual({
      kind: 'committed',
      value: ['fulfilled', 'fulfilled', 'fulfilled'],
    })
    expect(await pid()).toBe(before)
    expect(await effects()).toEqual([1, 2, 3])
    expect(await outcomes(pos)).toEqual([{ kind: 'succeeded' }])
  })

  test('whose statement fails: all of it is undone, and the error is its own', async () => {
    const { opening, pos } = await attempt()
    const fails = transactFenced({ pool: poolFor(prepare), prepare, opening: opening() }, async (client) => {
      await client.query('select 1 / $1::int', [0])
    })
    await expect(fails).rejects.toMatchObject({ code: '22012' })
    expect(await outcomes(pos)).toEqual([])
    expect((await mine((client) => client.query(insert, [1]).then(() => 1), prepare)).result).toEqual(
      committed(1).result,
    )
  })

  test('whose callback fails before its statements are sent: they are not sent later', async () => {
    const { opening, pos } = await attempt()
    const sent: Promise<unknown>[] = []
    const fails = transactFenced({ pool: poolFor(prepare), prepare, opening: opening() }, async (client) => {
      sent.push(client.query(insert, [1]), client.query(insert, [2]), client.query('insert into effect values (3)'))
      throw new Error('the handler failed')
    })
    await expect(fails).rejects.toThrow('the handler failed')
    await Promise.allSettled(sent)
    expect(await effects()).toEqual([])
    expect(await outcomes(pos)).toEqual([])
  })
})

test('a statement that a cancel hits together with its opening takes effect nowhere', async () => {
  const { opening, pos } = await attempt()
  const blocker = await database.connect()
  await blocker.query('begin')
  await blocker.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [pos])
  const sent: Promise<unknown>[] = []
  const work = transactFenced({ pool: poolFor(true), prepare: true, opening: opening() }, async (client) => {
    sent.push(client.query(insert, [1]), client.query(insert, [2]))
    await Promise.all(sent)
  })
  const failed = expect(work).rejects.toMatchObject({ code: '57014' })
  await until('it stands before the outcome', async () => {
    const [row] = await database.sql(
      `select count(pg_cancel_backend(pid))::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%pass_fence%'`,
    )
    return row.n === 1
  })
  await failed
  await Promise.allSettled(sent)
  await blocker.query('rollback')
  expect(await effects()).toEqual([])
  expect(await outcomes(pos)).toEqual([])
  expect((await mine((client) => client.query(insert, [1]).then(() => 1))).result).toEqual(committed(1).result)
})

test('a query object of its own is submitted when the transaction is open', async () => {
  const write: Write = (client) =>
    new Promise((resolve, reject) => {
      const callback = (error: Error | null, { rows }: pg.QueryResult) => (error ? reject(error) : resolve(rows[0]!.n))
      client.query(new PgQuery(insert, [1], callback) as unknown as pg.Submittable)
    })
  expect(await mine(write)).toEqual(committed(1))
  expect(await effects()).toEqual([1])
})
