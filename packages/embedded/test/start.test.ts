import { once } from 'node:events'
import { access, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { embeddedErrorOf } from './support/embedded-error-of.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'

const { dataDir, start } = scene()

test('a first start makes a database that answers', async () => {
  const db = await start(await dataDir())
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a later start finds the data again, under the same url', async () => {
  const folder = await dataDir()
  const first = await start(folder)
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  expect(await serverOf(folder).state()).toBe('stopped')

  const second = await start(folder)
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  expect(second.url).toBe(first.url)
})

test('takes another port only when its own is taken', async () => {
  const folder = await dataDir()
  const first = await start(folder)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  try {
    const second = await start(folder)
    expect(new URL(second.url).port).not.toBe(String(port))
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  } finally {
    squatter.close()
  }
})

test('works below a path with spaces, quotes and letters of all kinds', async () => {
  const db = await start(await dataDir(`my "data", it's 数据 für ёлка`))
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('two folders side by side have servers of their own', async () => {
  const [left, right] = await Promise.all([start(await dataDir()), start(await dataDir())])
  await query(left.url, 'CREATE TABLE only_left ()')
  expect(await query(right.url, `SELECT to_regclass('only_left') AS found`)).toEqual([{ found: null }])
  await left.stop()
  expect(await query(right.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('one process may start a folder twice; each handle counts', async () => {
  const folder = await dataDir()
  const first = await start(folder)
  const second = await start(folder)
  expect(second.url).toBe(first.url)
  await first.stop()
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await second.stop()
  expect(await serverOf(folder).state()).toBe('stopped')
})

test('stopping twice is harmless', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  await Promise.all([db.stop(), db.stop()])
  await db.stop()
  expect(await serverOf(folder).state()).toBe('stopped')
})

test('is durable, and set up as its settings say', async () => {
  const db = await start(await dataDir())
  const names = `'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections', 'wal_level', 'jit', 'TimeZone'`
  const rows = await query<{ name: string; setting: string }>(
    db.url,
    `SELECT name, setting FROM pg_settings WHERE name IN (${names})`,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '200',
    wal_level: 'minimal',
    jit: 'off',
    TimeZone: 'UTC',
  })
  const collation = `SELECT datcollate, datlocprovider, datlocale, pg_encoding_to_char(encoding) AS encoding
    FROM pg_database WHERE datname = current_database()`
  expect(await query(db.url, collation)).toEqual([
    { datcollate: 'C', datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8' },
  ])
})

test('lets in nobody without the password, and only over this machine’s own address', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  const wrong = new URL(db.url)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  const without = new pg.Client({ host: '127.0.0.1', port: Number(wrong.port), user: 'pawl_owner', password: '' })
  await expect(without.connect()).rejects.toThrow(/password/)

  expect(await query(db.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(db.url, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
  const rules = await query<{ auth_method: string }>(db.url, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')
  expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
})

test('keeps the password and the data to their owner', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  const { folder: at } = serverOf(folder)
  const mode = async (file: string) => (await stat(file)).mode & 0o777
  expect(await mode(at.password)).toBe(0o600)
  expect(await mode(at.log)).toBe(0o600)
  expect(await mode(at.data)).toBe(0o700)
  expect(await mode(at.home)).toBe(0o700)
  expect(await mode(folder)).toBe(0o700)
  expect(new URL(db.url).password).toBe((await readFile(at.password, 'utf8')).trim())
  expect(new URL(db.url).password.length).toBeGreaterThanOrEqual(32)
})

test('the role of applications shares no name with a schema, so their tables are created in `public`', async () => {
  const db = await start(await dataDir())
  await query(db.url, 'CREATE SCHEMA pawl')
  await query(db.url, 'CREATE TABLE orders ()')
  expect(await query(db.url, 'SELECT current_user AS role, current_database() AS database')).toEqual([
    { role: 'pawl_owner', database: 'app' },
  ])
  expect(await query(db.url, `SELECT schemaname FROM pg_tables WHERE tablename = 'orders'`)).toEqual([
    { schemaname: 'public' },
  ])
})

test('refuses a folder that an early version made for the role `pawl`, and leaves it as it is', async () => {
  const folder = await dataDir()
  await (await start(folder)).stop()
  const { folder: at, state } = serverOf(folder)
  await rm(at.owner)
  const error = await embeddedErrorOf(start(folder))
  expect(error.code).toBe('other-owner')
  expect(error.message).toMatch(/belongs to the role 'pawl', and this version expects the role 'pawl_owner'/)
  expect(error.message).toMatch(/move .* away or set PAWL_DATA_DIR/)
  expect(await state()).toBe('other-owner')
  await expect(access(at.pidFile)).rejects.toMatchObject({ code: 'ENOENT' })
})
