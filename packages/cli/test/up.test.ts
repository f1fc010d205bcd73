import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { greet, spoil, wait } from './fixtures/project/jobs.ts'
import { testDatabase } from './support/database.ts'
import { livePawl, pawl } from './support/pawl-process.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const engine = createPawl({ url: database.url, jobs: [greet, spoil, wait], migrate: false })
afterAll(() => engine.stop())

const dataDir = mkdtempSync(path.join(tmpdir(), 'pawl-up-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const env = { DATABASE_URL: database.url, PAWL_TOKEN: 'a-token-for-tests-only', PORT: '0' }

async function greeted(name: string): Promise<string> {
  const { id } = await engine.enqueue(greet, { name })
  return engine.result<string>(id)
}

/** A request whose body is yet to come; the server has read its head. */
async function openRequest(url: string): Promise<ClientRequest> {
  const open = request(`${url}/api/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.PAWL_TOKEN}`, 'content-type': 'application/json', expect: '100-continue' },
  })
  open.on('error', () => {})
  await new Promise<void>((resolve) => {
    open.once('continue', resolve)
    open.flushHeaders()
  })
  return open
}

/** Several processes start and end in one test, which takes a busy machine its time. */
const timeout = 300_000

test('up runs database, workers and server in one process, and Ctrl-C ends it cleanly; a second start continues', {
  timeout,
}, async () => {
  const { PAWL_TOKEN: _, ...rest } = env
  const own = { ...rest, PAWL_DATA_DIR: dataDir }
  const first = livePawl(['up', '--apps', 'mail'], { env: own })
  const [, link = ''] = await first.said(/^ {2}log in {5}(http:\S+)$/)
  const url = new URL(link).origin
  expect(
    first.lines.filter((line) => line.startsWith('  ')).map((line) => line.replace(url, 'URL').slice(0, 60)),
  ).toEqual([
    expect.stringMatching(/^ {2}database {3}postgres:\/\//),
    // those of the server: the database of a test has the engine's
    expect.stringMatching(/^ {2}schema {5}\d+ migrations? applied$/),
    '  apps       mail',
    expect.stringMatching(/^ {2}workers {4}this process \(\d+\)/),
    '  server     URL',
    expect.stringMatching(/^ {2}log in {5}URL\/login/),
  ])
  expect(await greeted('Ada')).toBe('Hello Ada')
  expect((await fetch(`${url}/api/queues`)).status).toBe(401)
  const login = await fetch(link, { redirect: 'manual' })
  expect(login.headers.get('set-cookie')).toMatch(/HttpOnly/)

  first.signal('SIGINT')
  expect(await first.ended).toBe(0)
  expect(first.lines.at(-1)).toBe('  stopped    pawl up continues where this stood')
  expect(first.count(/worker\.start|job\.settle/)).toBe(0)
  await expect(fetch(`${url}/health`)).rejects.toThrow()

  const { id } = await engine.enqueue(greet, { name: 'Grace' })
  const second = livePawl(['up', '--apps', 'mail'], { env: own })
  expect(await engine.result(id)).toBe('Hello Grace')
  await second.said(/^ {2}schema {5}up to date$/)
  const [, again = ''] = await second.said(/^ {2}log in {5}(http:\S+)$/)
  expect(again).not.toBe(link)
  expect((await fetch(again, { redirect: 'manual' })).headers.get('set-cookie')).toMatch(/HttpOnly/)
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a request that does not end keeps no worker going once it is told to end', { timeout }, async () => {
  const up = livePawl(['up'], { env })
  const [, url = ''] = await up.said(/^ {2}server {5}(http:\S+)$/)
  const { id } = await engine.enqueue(wait, {})
  await until('it runs', async () => (await engine.job(id))?.status === 'running')
  const open = await openRequest(url)
  up.signal('SIGINT')
  await until('it is handed back', async () => (await engine.job(id))?.status === 'pending')
  open.destroy()
  expect(await up.ended).toBe(0)
  await engine.cancel(id)
})

test('a request that is under way when it is told to end is answered, though nobody works any more', {
  timeout,
}, async () => {
  const up = livePawl(['up', '--config', 'patient.config.ts'], { env })
  const [, url = ''] = await up.said(/^ {2}server {5}(http:\S+)$/)
  const workers = () => engine.workers.list()
  await until('it works', async () => (await workers()).length === 1)
  const open = await openRequest(url)
  const answered = new Promise<number | undefined>((resolve) => {
    open.on('response', (answer) => resolve(answer.resume().statusCode))
  })
  up.signal('SIGINT')
  await until('nobody works', async () => (await workers()).length === 0)
  open.end(JSON.stringify({ type: 'mail.greet', body: { name: 'Ada' } }))
  expect(await answered).toBe(202)
  expect(await up.ended).toBe(0)
})

test('told twice, it hands back what runs and ends at once', { timeout }, async () => {
  const up = livePawl(['up', '--config', 'patient.config.ts'], { env })
  await up.said(/^ {2}server {5}(http:\S+)$/)
  const { id } = await engine.enqueue(wait, {})
  await until('it runs', async () => (await engine.job(id))?.status === 'running')
  up.signal('SIGINT')
  await up.said(/^ {2}stopping {3}SIGINT: what runs is finished first; once more means now$/)
  expect((await engine.job(id))?.status).toBe('running')
  up.signal('SIGINT')
  expect(await up.ended).toBe(0)
  expect((await engine.job(id))?.status).toBe('pending')
  await engine.cancel(id)
})

test('up ends with code 1 when a handler finds its process unfit', async () => {
  const up = livePawl(['up', '--apps', 'slow'], { env })
  const { id } = await engine.enqueue(spoil, {})
  await up.said(/^ {2}stopping {3}a handler has found this process unfit: /)
  expect(await up.ended).toBe(1)
  await engine.cancel(id)
})

test('PAWL_TOKEN and the tokens of the configuration are all let in', async () => {
  const up = livePawl(['up', '--workers', '0', '--config', 'tokens.config.ts'], { env })
  const [, url = ''] = await up.said(/^ {2}server {5}(http:\S+)$/)
  const statusWith = async (token: string) =>
    (await fetch(`${url}/api/queues`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await statusWith(env.PAWL_TOKEN)).toBe(200)
  expect(await statusWith('a-token-of-a-dashboard')).toBe(200)
  up.signal('SIGINT')
  expect(await up.ended).toBe(0)
})

test('with --json each line is an object', async () => {
  const up = livePawl(['up', '--json', '--workers', '0'], { env })
  await up.said(/"server":/)
  const lines = up.lines.map((line) => JSON.parse(line))
  expect(lines.every(({ time, level, message }) => time && level && message)).toBe(true)
  up.signal('SIGINT')
  expect(await up.ended).toBe(0)
  expect(up.count(/login/)).toBe(0)
})

test('a port in use is told in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await until('somebody listens', () => other.listening)
  const { port } = other.address() as AddressInfo
  const { code, err } = await pawl(['up', '--port', String(port), '--log-level', 'error'], { env })
  other.close()
  expect(code).toBe(6)
  expect(err.trimEnd().split('\n').at(-1)).toBe(
    `pawl: port ${port} is in use; stop what listens there, or choose another with PORT`,
  )
})

test('an address that others can reach needs a token that somebody chose', async () => {
  const { PAWL_TOKEN: _, ...without } = env
  const { code, err } = await pawl(['up', '--host', '0.0.0.0'], {
    env: { ...without, PAWL_DATA_DIR: '/tmp/pawl-none' },
  })
  expect(code).toBe(2)
  expect(err).toMatch(/^pawl: .*set PAWL_TOKEN/m)
})

test('a second up on the same data folder is refused before it changes anything, and says where the first one is', {
  timeout,
}, async () => {
  const own = { ...env, PAWL_DATA_DIR: dataDir }
  const first = livePawl(['up', '--apps', 'mail'], { env: own })
  const [, url = ''] = await first.said(/^ {2}server {5}(http:\S+)$/)
  // of the application of the second one
  await database.sql('drop schema if exists slow cascade')
  const { code, err } = await pawl(['up', '--apps', 'slow'], { env: own })
  expect(code).toBe(7)
  expect(err.trimEnd().split('\n').at(-1)).toBe(
    `pawl: already running at ${url}; stop it, or set PAWL_DATA_DIR to run a second one`,
  )
  expect(await database.sql(`select from pg_namespace where nspname = 'slow'`)).toEqual([])
  const other = livePawl(['up', '--apps', 'mail'], { env: { ...own, PAWL_DATA_DIR: `${dataDir}/second` } })
  await other.said(/^ {2}server {5}http:\S+$/)
  other.signal('SIGINT')
  expect(await other.ended).toBe(0)

  first.signal('SIGKILL')
  await first.ended
  const next = livePawl(['up', '--apps', 'mail'], { env: own })
  await next.said(/^ {2}server {5}http:\S+$/)
  next.signal('SIGINT')
  expect(await next.ended).toBe(0)
})

test('routine events are printed with --log only', { timeout }, async () => {
  const up = livePawl(['up', '--log'], { env })
  await up.said(/^\d\d:\d\d:\d\dZ info {2}worker\.start /)
  await engine.result((await engine.enqueue(greet, { name: 'Ada' })).id)
  await up.said(/Z debug job\.settle /)
  up.signal('SIGINT')
  expect(await up.ended).toBe(0)
})
