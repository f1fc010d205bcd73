import { readdir, readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { userLock } from '../src/users/user-lock.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'
import { until } from './support/until.ts'
import { usersOf } from './support/users-of.ts'

const { dataDir, start, user } = scene()

test('a second process attaches; the server stays while a user is left and stops with the last', async () => {
  const folder = await dataDir()
  const server = serverOf(folder)
  const first = user(folder)
  const url = await first.started
  const pid = await server.pid()

  const second = user(folder)
  expect(await second.started).toBe(url)
  expect(await server.pid()).toBe(pid)

  await first.stop()
  expect(await server.pid()).toBe(pid)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  await second.stop()
  expect(await server.state()).toBe('stopped')
  await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a user killed with -9 no longer counts', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  const other = user(folder)
  await other.started
  await other.kill()
  await until('the server has noticed', async () => (await usersOf(db.url)) === 1)
  await db.stop()
  expect(await serverOf(folder).state()).toBe('stopped')
})

test('processes that start at the same moment on a fresh folder share one server', async () => {
  const folder = await dataDir()
  const users = [user(folder), user(folder), user(folder)]
  const urls = await Promise.all(users.map(({ started }) => started))
  expect(new Set(urls).size).toBe(1)
  await Promise.all(users.map(({ stop }) => stop()))
  expect(await serverOf(folder).state()).toBe('stopped')
  expect(await readdir(folder)).toEqual(['postgres'])
})

test('users that come while the last one leaves get a server', async () => {
  const folder = await dataDir()
  const round = async () => {
    for (let turn = 0; turn < 4; turn++) {
      const db = await start(folder)
      expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await db.stop()
    }
  }
  await Promise.all([round(), round(), round()])
  expect(await serverOf(folder).state()).toBe('stopped')
})

test('a user that gets the lock from a server which is already stopping waits for the next server', async () => {
  const folder = await dataDir()
  const server = serverOf(folder)
  const starter = user(folder)
  const url = await starter.started
  await starter.kill()
  await until('the server has noticed', async () => (await usersOf(url)) === 0)
  // advisory locks belong to a database, and users hold theirs in `postgres`
  const stopper = new pg.Client({ connectionString: url.replace(/app$/, 'postgres') })
  stopper.on('error', () => {})
  await stopper.connect()
  await stopper.query(userLock.tryAlone)

  const pid = await server.pid()
  const newcomer = start(folder)
  const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
  await until('the newcomer waits', async () => (await query<{ count: number }>(url, waiting))[0]!.count === 1)
  const { pidFile } = server.folder
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace('ready   ', 'stopping'))
  const granted = until('the newcomer has let go', async () => (await usersOf(url)) === 0)
  await stopper.end()
  await granted
  process.kill(pid, 'SIGINT')

  const db = await newcomer
  expect(await server.pid()).not.toBe(pid)
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a transaction, a lock or a listener of a client does not keep the server from stopping', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  const busy = query(db.url, 'SELECT pg_advisory_lock(1), pg_sleep(3600)')
  const ended = expect(busy).rejects.toThrow()
  await db.stop()
  await ended
  expect(await serverOf(folder).state()).toBe('stopped')
})
