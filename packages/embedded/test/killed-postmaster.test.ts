import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'
import { until } from './support/until.ts'
import { usersOf } from './support/users-of.ts'

const { dataDir, start, user } = scene()

/** Inserts one row after the other until the server is gone. */
async function insertUntilKilled(url: string, acknowledged: number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  for (let id = 1; ; id++) {
    try {
      await client.query('INSERT INTO acknowledged VALUES ($1)', [id])
    } catch {
      return
    }
    acknowledged.push(id)
  }
}

async function missingOf(url: string, acknowledged: readonly number[]): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(url, 'SELECT id FROM acknowledged')
  const there = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !there.has(id))
}

test('every acknowledged row is there after the starter and the postmaster were killed with -9', async () => {
  const folder = await dataDir()
  const starter = user(folder)
  const url = await starter.started
  await query(url, 'CREATE TABLE acknowledged (id int PRIMARY KEY)')
  const acknowledged: number[] = []
  const inserting = [insertUntilKilled(url, acknowledged)]
  await until('rows are being inserted', () => acknowledged.length >= 200)
  await starter.kill()
  await serverOf(folder).kill()
  await Promise.all(inserting)

  const db = await start(folder)
  expect(await missingOf(db.url, acknowledged)).toEqual([])
  expect(db.url).toBe(url)
})

test('users of a killed postmaster bring it back on the same port and are still its users', async () => {
  const folder = await dataDir()
  const server = serverOf(folder)
  const users = [user(folder), user(folder)]
  const [url] = await Promise.all(users.map(({ started }) => started))
  await query(url!, 'CREATE TABLE acknowledged (id int PRIMARY KEY)')
  const acknowledged: number[] = []
  const inserting = insertUntilKilled(url!, acknowledged)
  await until('rows are being inserted', () => acknowledged.length >= 200)
  await server.kill()
  await inserting

  await until('both users are back', async () => (await usersOf(url!).catch(() => 0)) === 2)
  expect(await missingOf(url!, acknowledged)).toEqual([])

  await users[0]!.stop()
  expect(await server.state()).toBe('live')
  await users[1]!.stop()
  expect(await server.state()).toBe('stopped')
})

test('stopping after the server was killed ends, and leaves no server', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  await serverOf(folder).kill()
  await db.stop()
  expect(['dead', 'stale', 'stopped']).toContain(await serverOf(folder).state())
})

test('a server that ended is reported once, and sessions of a server that goes on are not reported', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const folder = await dataDir()
  const db = await start(folder)
  const sessions = async () => {
    const rows = await query<{ pid: number }>(
      db.url,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'pawl-embedded'`,
    ).catch(() => [])
    return rows[0]?.pid
  }
  const isAttached = async () => (await sessions()) !== undefined
  for (let i = 0; i < 5; i++) {
    await until('it is attached', isAttached)
    const pid = await sessions()
    await query(db.url, `SELECT pg_terminate_backend(${pid})`)
    await until('it is attached again', async () => {
      const now = await sessions()
      return now !== undefined && now !== pid
    })
  }
  expect(warnings).toEqual([])
  await serverOf(folder).kill()
  await until('it is reported', () => warnings.length > 0)
  await until('it is attached to the new server', isAttached)
  expect(warnings).toMatchObject([{ code: 'server-lost' }])
})

test('a backend killed with -9 does not take the server with it', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  const pid = await serverOf(folder).pid()
  const client = new pg.Client({ connectionString: db.url })
  client.on('error', () => {})
  await client.connect()
  const backend = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
  const gone = new Promise((resolve) => client.once('end', resolve))
  process.kill(backend, 'SIGKILL')
  await gone
  await until('the server answers again', async () => {
    const rows = await query<{ one: number }>(db.url, 'SELECT 1 AS one').catch(() => [])
    return rows[0]?.one === 1
  })
  expect(await serverOf(folder).pid()).toBe(pid)
})
