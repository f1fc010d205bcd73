import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { errorOf, TestFenced } from '../support/fenced.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert } = fenced
afterEach(() => vi.restoreAllMocks())

const never = new Promise<never>(() => {})
type AnyQuery = (this: pg.Client, ...given: unknown[]) => unknown

describe.each([true, false])('prepared: %s', (prepare) => {
  const { pool, clients, transact, pid } = fenced.one(prepare)

  test('statements of a lost attempt that swallows what it is told take effect nowhere', async () => {
    const { lost } = await fenced.attempt()
    let refused = 0
    let tries: Promise<void> | undefined
    const result = await transact(
      (tx) => {
        tries = (async () => {
          for (let n = 0; n < 50; n++) await tx.query(insert, [n]).catch(() => refused++)
        })()
        return Promise.all([tx.query(insert, [100]), tries])
      },
      { opening: lost() },
    )
    expect(result).toEqual({ kind: 'lost' })
    await tries
    expect(refused).toBe(50)
    expect(await fenced.effects()).toEqual([])
  })

  test('a client that was kept runs nothing, neither by itself nor in the transaction that follows', async () => {
    let kept: pg.PoolClient | undefined
    await transact(async (tx) => {
      kept = tx
      await tx.query(insert, [1])
    })
    const late = () => kept!.query(insert, [2])
    await expect(late()).rejects.toMatchObject({ code: 'transaction-ended' })
    await transact(async (tx) => {
      await tx.query(insert, [3])
      await expect(late()).rejects.toMatchObject({ code: 'transaction-ended' })
    })
    expect(await fenced.effects()).toEqual([1, 3])
  })

  test('a statement that is made when the callback has returned is refused', async () => {
    let late: Promise<unknown> | undefined
    await transact(async (tx) => {
      late = tx.query(insert, [1]).then(() => tx.query(insert, [2]))
      late.catch(() => {})
    })
    await expect(late).rejects.toMatchObject({ code: 'transaction-ended' })
    expect(await fenced.effects()).toEqual([1])
  })

  test('a lost lease ends one whose callback waits for something else', async () => {
    const before = await pid()
    const { lost } = await fenced.attempt()
    expect(await transact(() => never, { opening: lost() })).toEqual({ kind: 'lost' })
    const waits = async (tx: pg.PoolClient) => {
      tx.query(insert, [1]).catch(() => {})
      await never
    }
    expect(await transact(waits, { opening: lost() })).toEqual({ kind: 'lost' })
    expect(await pid()).toBe(before)
  })

  test('an opening that is cancelled ends one whose callback waits for something else', async () => {
    const { pos, opening } = await fenced.attempt()
    const blocker = await database.connect()
    await blocker.query('begin')
    await blocker.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [pos])
    const failed = errorOf(transact(() => never, { opening: opening() }))
    await until('it is cancelled', async () => {
      const [row] = await database.sql(
        `select count(pg_cancel_backend(pid))::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%pass_fence%'`,
      )
      return row.n === 1
    })
    expect((await failed).code).toBe('57014')
    await blocker.query('rollback')
    expect(await transact((tx) => tx.query(insert, [1]))).toMatchObject({ kind: 'committed' })
  })

  test('a tracer that puts a text there which cannot be set is no obstacle', async () => {
    const query = pg.Client.prototype.query as AnyQuery
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const [first] = given
      if (typeof first === 'object') {
        const { text } = first as { text?: string }
        Object.defineProperty(first, 'text', { get: () => text, configurable: true })
      }
      return Reflect.apply(query, this, given)
    } as never)
    expect(await transact((tx) => tx.query(insert, [1]))).toMatchObject({ kind: 'committed' })
    expect(await fenced.effects()).toEqual([1])
  })

  test.each<[string, (tx: pg.PoolClient) => Promise<unknown>]>([
    ['is waited for', (tx) => tx.query(insert, [1])],
    [
      'is not',
      async (tx) => {
        tx.query(insert, [1]).catch(() => {})
      },
    ],
    ['was not made', () => never],
  ])('a query that cannot be submitted fails its transaction: a first statement that %s', async (_, write) => {
    const before = await pid()
    const query = pg.Client.prototype.query as AnyQuery
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const isOurs = typeof given[0] === 'object' && (given[0] as { text?: unknown }).text === undefined
      return Reflect.apply(query, this, isOurs ? [Object.create(given[0] as object)] : given)
    } as never)
    await errorOf(transact(write))
    spy.mockRestore()
    expect(await fenced.effects()).toEqual([])
    expect(await pid()).not.toBe(before)
    expect(await transact((tx) => tx.query(insert, [2]))).toMatchObject({ kind: 'committed' })
  })

  test('a callback of null is none', async () => {
    const given = { text: insert, values: [1], callback: null } as unknown as pg.QueryConfig
    expect(await transact(async (tx) => (await tx.query(given)).rowCount)).toMatchObject({ value: 1 })
    expect(await transact(async (tx) => (await tx.query(insert, [2], null as never)) as unknown)).toMatchObject({
      value: { rowCount: 1 },
    })
  })

  test('a callback that throws holds up none of the others', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => thrown.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', note)
    const { lost } = await fenced.attempt()
    const result = await transact(
      async (tx) => {
        tx.query(insert, [1]).catch(() => {})
        tx.query(insert, [2], () => {
          throw new Error('of a callback')
        })
        await tx.query(insert, [3])
      },
      { opening: lost() },
    )
    await new Promise((resolve) => setImmediate(resolve))
    process.off('uncaughtException', note)
    for (const listener of others) process.on('uncaughtException', listener)
    expect(result).toEqual({ kind: 'lost' })
    expect(thrown).toMatchObject([{ message: 'of a callback' }])
  })

  test('a statement that is named without its text, prepared before, may come first', async () => {
    const named = { name: 'known', text: insert, values: [1] }
    const byName = { name: 'known', values: [2] } as unknown as pg.QueryConfig
    await transact((tx) => tx.query(named))
    for (let i = 0; i < 2; i++) await transact((tx) => tx.query(byName))
    await transact((tx) => tx.query(named))
    expect(await fenced.effects()).toEqual([1, 1, 2, 2])
  })

  test('a connection that PostgreSQL has ended before it began broke before', async () => {
    const client = await pool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    // found out with the next statement: pg is not told while nobody reads
    client.release()
    const held = await clients.lend()
    const blocker = await database.connect()
    const { pos, opening } = await fenced.attempt()
    await blocker.query('begin')
    await blocker.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [pos])
    clients.giveBack(held)
    const failed = errorOf(transact((tx) => tx.query(insert, [1]), { opening: opening() }))
    await until('it stands before the outcome, and is cut', async () => {
      const cut = await database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [rows[0].pid],
      )
      return cut.length === 1
    })
    expect(await failed).toMatchObject({ code: 'no-connection' })
    await blocker.query('rollback')
  })
})
