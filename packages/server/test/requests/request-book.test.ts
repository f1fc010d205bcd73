import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { migrateServer } from '../../src/index.ts'
import { RequestBook } from '../../src/requests/request-book.ts'

const database = testDatabase()
const ask = (book: RequestBook, key: string) => book.once({ client: 'olga', key, request: {} }, async () => [])
const noteIsThere = async () =>
  (await database.pool.query(`select to_regclass('pawl_server.note') is not null as there`)).rows[0].there as boolean

test('what a later release adds to the tables of the server is applied where they exist already', async () => {
  await ask(new RequestBook(database.pool), 'first')
  expect(await noteIsThere()).toBe(false)
  const folder = new URL('./fixtures/later/', import.meta.url)
  await ask(new RequestBook(database.pool, { schema: 'pawl_server', folder }), 'second')
  expect(await noteIsThere()).toBe(true)
})

test('a role that may create nothing can use what was made ahead', async () => {
  await migrateServer(database.url)
  const role = `humble_${process.pid}`
  // roles belong to the whole server: a run that was killed may have left one
  await database.pool.query(`drop role if exists ${role}`)
  await database.pool.query(`create role ${role} login password 'humble'`)
  const url = new URL(database.url)
  ;[url.username, url.password] = [role, 'humble']
  const humble = new pg.Pool({ connectionString: url.href, max: 1 })
  try {
    await database.pool.query(
      `grant usage on schema pawl_server to ${role}; grant select, insert, update, delete on all tables in schema pawl_server to ${role}`,
    )
    expect(await ask(new RequestBook(humble), 'third')).toEqual({ enqueued: [], isRepeated: false })
  } finally {
    await humble.end()
    await database.pool.query(`drop owned by ${role}; drop role ${role}`)
  }
})
