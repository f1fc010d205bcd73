import type { Tx } from 'pawl'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { type LiveRange, LiveRows } from '../src/index.ts'

const { pool } = testDatabase()

type Letter = { readonly id: number }

async function between(db: Tx, { since, until, after }: LiveRange, _: undefined, limit: number): Promise<Letter[]> {
  const { rows } = await db.query(
    `select id from letter
     where not pg_visible_in_snapshot(recorded_in, $1) and pg_visible_in_snapshot(recorded_in, $2) and id > $3
     order by id limit $4`,
    [since, until, after, limit],
  )
  return rows
}

async function anySince(db: Tx, since: string): Promise<boolean> {
  const { rows } = await db.query(
    'select exists (select from letter where not pg_visible_in_snapshot(recorded_in, $1)) as any',
    [since],
  )
  return rows[0].any
}

const live = () => new LiveRows<Letter, undefined>({ db: pool, pollMs: 20, between, anySince })

beforeEach(async () => {
  await pool.query(`
    drop table if exists letter;
    create table letter (id int primary key, recorded_in xid8 not null default pg_current_xact_id())`)
})

/** The ids of the next rows, and the cursor after them. */
async function take(count: number, cursor: string): Promise<{ ids: number[]; cursor: string }> {
  const end = new AbortController()
  const ids: number[] = []
  let at = cursor
  for await (const next of live().follow(cursor, undefined, end.signal)) {
    ids.push(next.row.id)
    at = next.cursor
    if (ids.length === count) break
  }
  end.abort()
  return { ids, cursor: at }
}

test('rows come once, from the cursor on, also after a cut and in another process', async () => {
  await pool.query('insert into letter values (1)')
  const begin = await live().begin()
  await pool.query('insert into letter select generate_series(2, 6)')
  const first = await take(2, begin)
  expect(first.ids).toEqual([2, 3])
  await pool.query('insert into letter values (7)')
  expect((await take(4, first.cursor)).ids).toEqual([4, 5, 6, 7])
})

test('a row whose transaction commits late comes late and is not missed', async () => {
  const begin = await live().begin()
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query('insert into letter values (1)')
  await pool.query('insert into letter values (2)')
  const first = await take(1, begin)
  expect(first.ids).toEqual([2])
  await slow.query('commit')
  slow.release()
  expect((await take(1, first.cursor)).ids).toEqual([1])
})

test('a follower gets rows that come while it waits, and ends when it is gone', async () => {
  const end = new AbortController()
  const rows = live().follow(await live().begin(), undefined, end.signal)
  const next = rows.next()
  await pool.query('insert into letter values (1)')
  expect((await next).value?.row).toEqual({ id: 1 })
  const last = rows.next()
  end.abort()
  expect(await last).toEqual({ done: true, value: undefined })
})

test('a text that is no cursor, or a cursor that is too old, cannot be continued', async () => {
  const cursor = (text: string) => Buffer.from(text).toString('base64url')
  const now = Date.now()
  const day = 24 * 60 * 60 * 1_000
  expect(live().canContinue(await live().begin())).toBe(true)
  expect(live().canContinue(cursor(`10:12:10 12:12: 0 ${now}`))).toBe(true)
  for (const text of [
    'x',
    cursor('x'),
    cursor(`12:10: 12:12: 0 ${now}`),
    cursor(`10:12:10 12:12: 0 ${now - 2 * day}`),
  ]) {
    expect(live().canContinue(text)).toBe(false)
  }
})
