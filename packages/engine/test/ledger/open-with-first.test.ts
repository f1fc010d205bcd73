import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { PgQuery } from '../../src/postgres/pg-query.ts'
import { testDatabase } from '../support/database.ts'
import { TestFenced, type Write } from '../support/fenced.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert } = fenced
const ones = { true: fenced.one(true), false: fenced.one(false) }
const one = (prepare: boolean) => ones[`${prepare}`]

const mine = async (write: Write, prepare = true) => {
  const { opening, pos } = await fenced.attempt()
  const result = await one(prepare).transact(write, { opening: opening() })
  return { result, outcome: await fenced.outcomes(pos) }
}
const committed = (value: unknown) => ({ result: { kind: 'committed', value }, outcome: ['succeeded'] })

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
    expect(await fenced.effects()).toEqual([1, 1, 1])
  })

  test('with none at all', async () => {
    expect(await mine(async () => 'nothing', prepare)).toEqual(committed('nothing'))
  })

  test('that is not ours: nothing is run, the connection goes on', async () => {
    const { opening, pos } = await fenced.attempt()
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
      expect(await one(prepare).transact(write, { opening: opening({ claim: 77 }) })).toEqual({ kind: 'lost' })
    }
    expect(await fenced.effects()).toEqual([])
    const { pid } = one(prepare)
    const before = await pid()
    expect(await one(prepare).transact(write, { opening: opening() })).toEqual({
      kind: 'committed',
      value: ['fulfilled', 'fulfilled', 'fulfilled'],
    })
    expect(await pid()).toBe(before)
    expect(await fenced.effects()).toEqual([1, 2, 3])
    expect(await fenced.outcomes(pos)).toEqual(['succeeded'])
  })

  test('whose statement fails: all of it is undone, and the error is its own', async () => {
    const { opening, pos } = await fenced.attempt()
    const write: Write = async (client) => {
      await client.query('select 1 / $1::int', [0])
    }
    const fails = one(prepare).transact(write, { opening: opening() })
    await expect(fails).rejects.toMatchObject({ code: '22012' })
    expect(await fenced.outcomes(pos)).toEqual([])
    expect((await mine((client) => client.query(insert, [1]).then(() => 1), prepare)).result).toEqual(
      committed(1).result,
    )
  })

  test('whose callback fails before its statements are sent: they are not sent later', async () => {
    const { opening, pos } = await fenced.attempt()
    const sent: Promise<unknown>[] = []
    const write: Write = async (client) => {
      sent.push(client.query(insert, [1]), client.query(insert, [2]), client.query('insert into effect values (3)'))
      throw new Error('the handler failed')
    }
    const fails = one(prepare).transact(write, { opening: opening() })
    await expect(fails).rejects.toThrow('the handler failed')
    await Promise.allSettled(sent)
    expect(await fenced.effects()).toEqual([])
    expect(await fenced.outcomes(pos)).toEqual([])
  })
})

test('a statement that a cancel hits together with its opening takes effect nowhere', async () => {
  const { opening, pos } = await fenced.attempt()
  const blocker = await database.connect()
  await blocker.query('begin')
  await blocker.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [pos])
  const sent: Promise<unknown>[] = []
  const write: Write = async (client) => {
    sent.push(client.query(insert, [1]), client.query(insert, [2]))
    await Promise.all(sent)
  }
  const work = one(true).transact(write, { opening: opening() })
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
  expect(await fenced.effects()).toEqual([])
  expect(await fenced.outcomes(pos)).toEqual([])
  expect((await mine((client) => client.query(insert, [1]).then(() => 1))).result).toEqual(committed(1).result)
})

test('a query object of its own is submitted when the transaction is open', async () => {
  const write: Write = (client) =>
    new Promise((resolve, reject) => {
      const callback = (error: Error | null, { rows }: pg.QueryResult) => (error ? reject(error) : resolve(rows[0]!.n))
      client.query(new PgQuery(insert, [1], callback) as unknown as pg.Submittable)
    })
  expect(await mine(write)).toEqual(committed(1))
  expect(await fenced.effects()).toEqual([1])
})
