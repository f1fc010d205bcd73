import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UnknownCommitError } from '../../src/postgres/transact.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import { testDatabase } from '../support/database.ts'
import { errorOf, TestFenced, type Write } from '../support/fenced.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert, effects } = { insert: fenced.insert, effects: () => fenced.effects() }

beforeEach(async () => {
  // its COMMIT waits for whoever holds the lock, and fails where a number stands twice
  await database.sql(`
    drop table if exists slow;
    create table slow (n int unique deferrable initially deferred);
    create or replace function wait_at_commit() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger waits after insert on slow deferrable initially deferred
      for each row execute function wait_at_commit()`)
})

/** Somebody whom the COMMIT of one with a row in `slow` waits for. */
async function holder() {
  const client = await database.connect()
  await client.query('select pg_advisory_lock(4711)')
  // where an expectation failed, the next test would wait for it
  onTestFinished(() => client.end())
  return {
    isWaitedFor: () =>
      until('a COMMIT waits', async () => {
        // others of the cluster wait for locks of theirs
        const rows = await database.sql(
          `select pid from pg_locks join pg_database d on d.oid = database
            where datname = current_database() and locktype = 'advisory' and objid = 4711 and not granted`,
        )
        return rows[0]?.pid as number | undefined
      }),
    release: () => client.query('select pg_advisory_unlock(4711)'),
  }
}

describe.each([true, false])('prepared: %s', (prepare) => {
  const { clients, transact, pid } = fenced.one(prepare)

  /** Begun at once, in this order. */
  const all = async (...writes: [Write, ...Write[]]) => {
    const openings = await Promise.all(writes.map(async () => (await fenced.attempt()).opening()))
    return writes.map((write, i) => transact(write, { opening: openings[i]! }))
  }

  test('who waits for a connection has its turn behind the COMMIT before', async () => {
    const held = await holder()
    const events: string[] = []
    const [first, second] = await all(
      (tx) => tx.query('insert into slow values ($1)', [1]),
      async (tx) => {
        events.push('begins')
        await tx.query('insert into effect select n from slow where n = $1', [1])
      },
    )
    const ended = [first!.then(() => events.push('first')), second!.then(() => events.push('second'))]
    await held.isWaitedFor()
    // pg takes what is sent to a client that is not pipelined when that has answered
    expect(events).toEqual(prepare ? ['begins'] : [])
    await held.release()
    await Promise.all(ended)
    expect(events.filter((event) => event !== 'begins')).toEqual(['first', 'second'])
    expect(await effects()).toEqual([1])
  })

  test('a COMMIT that fails rejects its own transaction, and the next uses the connection', async () => {
    const before = await pid()
    await database.sql('insert into slow values (1)')
    const twice: Write = (tx) => tx.query('insert into slow values ($1)', [1])
    const [failed, next] = await all(twice, (tx) => tx.query(insert, [2]))
    expect(await errorOf(failed!)).toMatchObject({ code: '23505' })
    expect(await next).toMatchObject({ kind: 'committed' })
    expect(await effects()).toEqual([2])
    const { pos, opening } = await fenced.attempt()
    await errorOf(transact(twice, { opening: opening() }))
    expect(await fenced.outcomes(pos)).toEqual([])
    expect(await pid()).toBe(before)
  })

  test('a COMMIT that is answered with ROLLBACK undoes nothing of the next', async () => {
    const [swallowed, ...next] = await all(
      async (tx) => {
        await tx.query('select 1 / $1::int', [0]).catch(() => {})
      },
      ...[0, 1, 2].map((n) => (tx: pg.PoolClient) => tx.query(insert, [n])),
    )
    expect(await errorOf(swallowed!)).toMatchObject({ code: 'rolled-back', cause: { code: '22012' } })
    await Promise.all(next)
    expect(await effects()).toEqual([0, 1, 2])
  })

  test('a connection that breaks during a COMMIT is lost to who waits behind it, and is replaced', async () => {
    const before = await pid()
    const held = await holder()
    const [first, second, third] = await all(
      (tx) => tx.query('insert into slow values ($1)', [1]),
      (tx) => tx.query(insert, [2]),
      (tx) => tx.query(insert, [3]),
    )
    const failed = errorOf(first!)
    const ends = Promise.allSettled([second!, third!])
    await held.isWaitedFor()
    await database.sql('select pg_terminate_backend($1)', [before])
    expect(await failed).toBeInstanceOf(UnknownCommitError)
    expect((await ends).map(({ status }) => status)).toEqual([prepare ? 'rejected' : 'fulfilled', 'fulfilled'])
    await held.release()
    expect(await effects()).toEqual(prepare ? [3] : [2, 3])
    expect(await database.sql('select from slow')).toEqual([])
    expect(await pid()).not.toBe(before)
  })

  test('one whose COMMIT cannot even be sent keeps nobody from a connection', async () => {
    const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
    let refused = 0
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      if (given[0] === 'commit' && refused++ === 0) throw new Error('not today')
      return Reflect.apply(query, this, given)
    } as never)
    const [failed, ...next] = await all(
      (tx) => tx.query(insert, [1]),
      (tx) => tx.query(insert, [2]),
      (tx) => tx.query(insert, [3]),
    )
    expect(await errorOf(failed!)).toBeInstanceOf(UnknownCommitError)
    await Promise.all(next)
    vi.restoreAllMocks()
    expect(await effects()).toEqual([2, 3])
  })

  test('a statement by itself has its turn among transactions', async () => {
    const held = await holder()
    const writes = [1, 2, 3, 4].map((n) => (tx: pg.PoolClient) => tx.query('insert into slow values ($1)', [n]))
    const begun = await all(writes[0]!, writes[1]!)
    const alone = clients.query({ text: 'insert into effect select count(*) from slow' })
    const more = await all(writes[2]!, writes[3]!)
    await held.isWaitedFor()
    await held.release()
    await Promise.all([...begun, alone, ...more])
    expect(await effects()).toEqual([2])
  })

  test('many at once, some of which fail or are lost: each writes what is its own', async () => {
    const { lost } = await fenced.attempt()
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => {
        if (n % 5 === 1) return transact((tx) => tx.query(insert, [n]), { opening: lost() })
        return transact(async (tx) => {
          await tx.query(insert, [n])
          if (n % 5 === 2) throw new Error('changed its mind')
          if (n % 5 === 3) await tx.query('select 1 / $1::int', [0])
          if (n % 5 === 4) tx.query('select $1::int', [n])
        })
      }),
    )
    const told = ends.map((end) => (end.status === 'fulfilled' ? end.value.kind : 'failed'))
    expect(told.slice(0, 5)).toEqual(['committed', 'lost', 'failed', 'failed', 'committed'])
    const whole = told.flatMap((kind, n) => (kind === 'committed' ? [n] : []))
    expect(whole).toHaveLength(24)
    expect(await effects()).toEqual(whole)
  })
})

test('where no connection can be had everybody is told', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing', max: 2 })
  const clients = new TransactionClients(pool)
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => clients.lend()))
  expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  await pool.end()
})
