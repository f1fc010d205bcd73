import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { errorOf, TestFenced, type Write } from '../support/fenced.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert } = fenced
const effects = () => fenced.effects()
afterEach(() => vi.restoreAllMocks())

describe.each([true, false])('prepared: %s', (prepare) => {
  const { pool, transact } = fenced.one(prepare)

  async function commits(write: Write) {
    const { pos, opening } = await fenced.attempt()
    expect(await transact(write, { opening: opening() })).toMatchObject({ kind: 'committed' })
    expect(await fenced.outcomes(pos)).toEqual(['succeeded'])
  }

  async function fails(write: Write) {
    const { pos, opening } = await fenced.attempt()
    const error = await errorOf(transact(write, { opening: opening() }))
    expect(await fenced.outcomes(pos)).toEqual([])
    return error
  }

  /** The connection, whichever it is now, works as ever, and is not inside of a transaction. */
  async function isSound() {
    const client = await pool.connect()
    expect(Object.hasOwn(client, 'query')).toBe(false)
    const { rows } = await client.query('select now() = statement_timestamp() as alone')
    client.release()
    expect(rows).toEqual([{ alone: true }])
    await commits((client) => client.query(insert, [100]))
    expect(await effects()).toContain(100)
  }

  test.each<[string, (client: pg.PoolClient, done: (error: Error | null) => void) => void]>([
    ['an object and a callback', (client, done) => client.query({ text: insert, values: [1] }, done)],
    [
      'an object that holds its callback',
      (client, done) => client.query({ text: insert, values: [1], callback: done } as never),
    ],
    [
      'the same without values',
      (client, done) => client.query({ text: 'insert into effect values (1)', callback: done } as never),
    ],
  ])('%s: it is called', async (_, query) => {
    await commits(
      (client) => new Promise((resolve, reject) => query(client, (error) => (error ? reject(error) : resolve(1)))),
    )
    expect(await effects()).toEqual([1])
  })

  test('statements are sent in the order of their calls, also those that a callback makes', async () => {
    await commits(async (client) => {
      const all: Promise<unknown>[] = []
      await new Promise((resolve) => {
        client.query('insert into effect values ($1)', [1], () => {
          all.push(client.query('insert into effect select max(n) + 10 from effect'))
          resolve(undefined)
        })
        all.push(client.query('insert into effect values ($1)', [2]))
      })
      await Promise.all(all)
    })
    expect(await effects()).toEqual([1, 2, 12])
  })

  test('a tracer that copies queries which show their text or callback sees none', async () => {
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const first = given[0] as { text?: unknown; callback?: unknown }
      const copied = typeof first?.text === 'string' || typeof first?.callback === 'function'
      return Reflect.apply(query, this, copied && typeof first === 'object' ? [{ ...first }, ...given.slice(1)] : given)
    } as never)
    await commits((client) => client.query(insert, [1]))
    expect(await effects()).toEqual([1])
  })

  test('a tracer that copies all of them makes the commit fail, and nothing runs outside of it', async () => {
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      return Reflect.apply(query, this, typeof given[0] === 'object' ? [{ ...given[0] }, ...given.slice(1)] : given)
    } as never)
    await fails((client) => client.query(insert, [1]))
    spy.mockRestore()
    expect(await effects()).toEqual([])
    await isSound()
  })

  test('a value that cannot be written: all is undone, whatever the callback makes of the error', async () => {
    const value = {
      toPostgres() {
        throw new Error('it has no text')
      },
    }
    const swallowed: Write = async (client) => {
      await client.query(insert, [value]).catch(() => {})
      void client.query(insert, [2])
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await fails(swallowed)).message).toBe('it has no text')
    expect((await fails((client) => client.query(insert, [value]))).message).toBe('it has no text')
    expect(await effects()).toEqual([])
    await isSound()
  })

  test('a named statement that could not be prepared the first time is prepared the next', async () => {
    const named = { name: 'of a table to come', text: 'insert into to_come values ($1)', values: [1] }
    expect((await fails((client) => client.query(named))).code).toBe('42P01')
    await database.sql('create table to_come (n int)')
    for (let i = 0; i < 2; i++) await commits((client) => client.query(named))
    expect(await database.sql('select n from to_come')).toHaveLength(2)
    await database.sql('drop table to_come')
  })

  test('a connection that breaks in the first statement broke inside, and is replaced', async () => {
    const failed = fails((client) => client.query('select pg_sleep($1), 5471', [60]))
    await until('it was cut', async () => {
      const rows = await database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep($1), 5471' and state = 'active'`,
      )
      return rows.length === 1
    })
    expect(await failed).toMatchObject({ code: 'connection-lost' })
    await isSound()
  })

  test('a cancel that hits the first statement undoes all of it', async () => {
    const failed = fails(async (client) => {
      await client.query('insert into effect select $1::int from pg_sleep(60)', [5472])
    })
    await until('it was cancelled', async () => {
      const rows = await database.sql(
        `select pg_cancel_backend(pid) from pg_stat_activity where query like 'insert into effect select $1%' and state = 'active'`,
      )
      return rows.length === 1
    })
    expect((await failed).code).toBe('57014')
    expect(await effects()).toEqual([])
    await isSound()
  })

  test('a lost lease that is heard of while nobody waits does not end the process', async () => {
    const { lost } = await fenced.attempt()
    const rejected: unknown[] = []
    const note = (error: unknown) => rejected.push(error)
    process.on('unhandledRejection', note)
    const result = await transact(
      async (client) => {
        void client.query(insert, [1])
        await new Promise(() => {})
      },
      { opening: lost() },
    )
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(result).toEqual({ kind: 'lost' })
    expect(rejected).toEqual([])
  })

  test('a time limit of the first statement holds', async () => {
    // one that is not pipelined is waited for before its transaction is rolled back
    const slow = { text: 'select pg_sleep($1)', values: [1], query_timeout: 100 }
    expect((await fails((client) => client.query(slow as pg.QueryConfig))).message).toBe('Query read timeout')
    await isSound()
  })

  test('without a fence the outcome is written all the same, and a lost lease stops nobody', async () => {
    const { pos, opening } = await fenced.attempt()
    const write: Write = (client) => client.query(insert, [1])
    for (let i = 0; i < 7; i++) {
      const lost = opening({ fenced: false, claim: 77 })
      expect(await transact(write, { opening: lost })).toMatchObject({ kind: 'committed' })
    }
    expect(await fenced.outcomes(pos)).toEqual([])
    expect(await transact(write, { opening: opening({ fenced: false }) })).toMatchObject({ kind: 'committed' })
    expect(await fenced.outcomes(pos)).toEqual(['succeeded'])
  })
})
