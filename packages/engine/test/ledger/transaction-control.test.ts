import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { PgQuery, type Wire } from '../../src/postgres/pg-query.ts'
import { transactionControlIn } from '../../src/postgres/transaction-control.ts'
import { testDatabase } from '../support/database.ts'
import { errorOf, TestFenced } from '../support/fenced.ts'

const database = testDatabase()
const fenced = new TestFenced(database)
const { insert } = fenced

/** Shows its text when it is sent, and not before: only PostgreSQL's answer says what it was. */
class HiddenQuery extends PgQuery {
  readonly #hidden: string

  constructor(text: string, callback: (error: Error | null) => void) {
    super('select', undefined, callback)
    this.#hidden = text
    this.text = undefined
  }

  override submit(connection: Wire): Error | null {
    this.text = this.#hidden
    return super.submit(connection)
  }
}

function sendHidden(tx: pg.PoolClient, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.query(new HiddenQuery(text, (error) => (error ? reject(error) : resolve())) as never)
  })
}

test.each([
  'rollback',
  'ROLLBACK;',
  ' Rollback Work',
  'rollback transaction',
  'rollback and chain',
  'abort',
  'commit',
  'commit work',
  'commit and chain',
  'end',
  'END TRANSACTION',
  'begin',
  'start transaction isolation level serializable',
  `prepare transaction 'mine'`,
  'insert into effect values (1); commit',
  'rollback; begin',
  ';;rollback',
  '/* why */ rollback',
  '-- why\nrollback',
  `select 'it''s;' ; end`,
  `select e'\\';' ; end`,
  `select name like'\\'; end`,
])('%s ends or begins a transaction', (text) => {
  expect(transactionControlIn(text)).toBeDefined()
})

test.each([
  'select 1',
  'savepoint a',
  'release savepoint a',
  'rollback to a',
  'rollback to savepoint a',
  'ROLLBACK WORK TO a',
  'rollback transaction to savepoint a',
  'prepare mine as select 1',
  'insert into ends values (1)',
  'select committed from begins',
  `insert into effect values (1); insert into note values ('; commit')`,
  `insert into "a;rollback" values (1); select 1`,
  `/* /* nested */ e'${'a'.repeat(60)} */; select 1`,
  'do $$ begin perform 1; end $$',
  'do $a$ begin perform 1; end $a$; select 1',
  'select 1 -- ; commit',
  'select 1 /* ; commit */; select 2',
  'create function one() returns int language sql begin atomic select 1; end; select 2',
])('%s does not', (text) => {
  expect(transactionControlIn(text)).toBeUndefined()
})

describe.each([true, false])('prepared: %s', (prepare) => {
  const { transact, clients } = fenced.one(prepare)
  const control = { code: 'transaction-control' }

  test.each([
    'rollback',
    'commit',
    'end',
    'begin',
    `prepare transaction 'mine'`,
    'insert into effect values (7); commit',
  ])('a callback that sends %s is refused before that is sent, and nothing is written', async (text) => {
    const { pos, opening } = await fenced.attempt()
    for (const first of [false, true]) {
      const write = async (tx: pg.PoolClient) => {
        if (!first) await tx.query(insert, [1])
        await tx.query(text).catch(() => {})
        await tx.query(insert, [2])
      }
      await expect(transact(write, { opening: opening() })).rejects.toMatchObject(control)
    }
    expect([await fenced.effects(), await fenced.outcomes(pos)]).toEqual([[], []])
    expect(await transact((tx) => tx.query(insert, [3]))).toMatchObject({ kind: 'committed' })
  })

  test.each(['rollback', 'commit', 'rollback; begin', 'rollback and chain', 'commit and chain', 'commit; begin'])(
    'a %s that was hidden is noticed in the answer: what comes after it is refused',
    async (text) => {
      let late: Promise<unknown> | undefined
      const write = async (tx: pg.PoolClient) => {
        await tx.query(insert, [1])
        await sendHidden(tx, text)
        late = tx.query(insert, [2])
        await late
      }
      expect(await errorOf(transact(write))).toMatchObject(control)
      await errorOf(late!)
      expect(await fenced.effects()).toEqual(text.startsWith('commit') ? [1] : [])
      expect(await transact((tx) => tx.query(insert, [3]))).toMatchObject({ kind: 'committed' })
    },
  )

  test.each(['rollback', 'commit', 'rollback; begin', 'rollback and chain', 'commit and chain'])(
    'a hidden %s that the callback did not wait for is noticed by the answer to COMMIT',
    async (text) => {
      const next: Promise<unknown>[] = []
      const write = async (tx: pg.PoolClient) => {
        await tx.query(insert, [1])
        sendHidden(tx, text).catch(() => {})
        // it begins in the same piece as this one's COMMIT
        next.push(transact((other) => other.query(insert, [3])))
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(await errorOf(transact(write))).toMatchObject(control)
      expect(await Promise.all(next)).toMatchObject([{ kind: 'committed' }])
    },
  )

  test('savepoints are allowed, also where their texts are hidden', async () => {
    const write = async (tx: pg.PoolClient) => {
      await tx.query(insert, [1])
      await tx.query('savepoint a')
      await tx.query(insert, [2])
      await tx.query('rollback to savepoint a')
      await sendHidden(tx, 'savepoint b; insert into effect values (3)')
      await sendHidden(tx, 'rollback to b')
      await tx.query('select 1/0').catch(() => {})
      await tx.query('rollback to b')
      await tx.query('release savepoint b')
    }
    const { pos, opening } = await fenced.attempt()
    expect(await transact(write, { opening: opening() })).toMatchObject({ kind: 'committed' })
    expect([await fenced.effects(), await fenced.outcomes(pos)]).toEqual([[1], ['succeeded']])
  })

  test('a savepoint may be called chain', async () => {
    const write = async (tx: pg.PoolClient) => {
      await tx.query(insert, [1])
      await tx.query('savepoint chain')
      await tx.query(insert, [2])
      await tx.query('rollback to savepoint chain')
    }
    expect(await transact(write)).toMatchObject({ kind: 'committed' })
    expect(await fenced.effects()).toEqual([1])
  })

  test('a statement by itself on the same connection is no concern of the transaction before', async () => {
    const results = await Promise.all([
      transact((tx) => tx.query(insert, [1])),
      clients.query({ text: 'select 1' }),
      transact((tx) => tx.query(insert, [2])),
    ])
    expect(results).toMatchObject([{ kind: 'committed' }, { rowCount: 1 }, { kind: 'committed' }])
  })
})

test('one connection is listened to once, however many transactions it carries', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  afterAll(() => pool.end())
  const { transact, clients } = fenced.one(true)
  const listeners = async () => {
    const client = await clients.lend()
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    clients.giveBack(client)
    return connection.listenerCount('commandComplete')
  }
  await transact((tx) => tx.query(insert, [1]))
  const after = await listeners()
  for (let n = 0; n < 20; n++) await transact((tx) => tx.query(insert, [n]))
  expect(await listeners()).toBe(after)
})
