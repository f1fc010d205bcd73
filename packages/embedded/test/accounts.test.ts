import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { spawnAs } from '../src/account/spawn-as.ts'
import { accountNamed } from './support/account-named.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'
import { whyNotAsOther } from './support/why-not-as-other.ts'

const { emptyFolder, watch, start, user } = scene()

const isRoot = process.getuid?.() === 0
const notRoot = 'only root needs another account for the server'
const notAsOther = await whyNotAsOther('daemon')
const daemon = accountNamed('daemon')

const uidOf = async (pid: number) => (await stat(`/proc/${pid}`)).uid

/** A home folder of the other account, as it would be after its login. */
async function homeOfDaemon(): Promise<string> {
  const home = await emptyFolder()
  await chown(home, daemon!.uid, daemon!.gid)
  return home
}

const asDaemon = (home: string) => ({
  account: daemon,
  cwd: home,
  env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, LANG: 'C' },
})

test('as root, the server runs as another account, below a folder that only root may enter', async ({ skip }) => {
  skip(!isRoot, notRoot)
  const home = await emptyFolder()
  await chmod(home, 0o700)
  const dataDir = watch(path.join(home, 'deeper', 'data'))
  const db = await start(dataDir)
  const uid = await uidOf(await serverOf(dataDir).pid())
  expect(uid).not.toBe(0)

  const attempt = spawnSync('ls', [home], { ...spawnAs({ uid, gid: 65534 }), encoding: 'utf8' })
  expect(attempt.stderr).toMatch(/Permission denied/)

  await query(db.url, 'CREATE DATABASE another')
  expect(await query(db.url, 'SELECT pg_reload_conf() AS reloaded')).toEqual([{ reloaded: true }])
  const other = user(dataDir)
  expect(await other.started).toBe(db.url)
  await db.stop()
  await other.stop()
  expect(await serverOf(dataDir).state()).toBe('stopped')
})

test('as root, new data in a folder of somebody else belongs to them, and they can use it', async ({ skip }) => {
  skip(notAsOther !== undefined, notAsOther)
  const home = await homeOfDaemon()
  const dataDir = watch(path.join(home, 'data'))
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, daemon!.uid, daemon!.gid)
  const db = await start(dataDir)
  const server = serverOf(dataDir)
  expect(await uidOf(await server.pid())).toBe(daemon!.uid)

  const other = user(dataDir, asDaemon(home))
  expect(await other.started).toBe(db.url)
  await db.stop()
  expect(await server.state()).toBe('live')
  await other.stop()
  expect(await server.state()).toBe('stopped')

  const alone = user(dataDir, asDaemon(home))
  expect(await alone.started).toBe(db.url)
  await alone.stop()
})

test('a normal user starts, attaches and stops; root joins in and changes nothing for them', async ({ skip }) => {
  skip(notAsOther !== undefined, notAsOther)
  const home = await homeOfDaemon()
  const dataDir = watch(path.join(home, 'data'))
  const server = serverOf(dataDir)
  const first = user(dataDir, asDaemon(home))
  const url = await first.started
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  expect(await uidOf(await server.pid())).toBe(daemon!.uid)
  const second = user(dataDir, asDaemon(home))
  expect(await second.started).toBe(url)
  await first.stop()
  await second.stop()
  expect(await server.state()).toBe('stopped')

  const asRoot = await start(dataDir)
  expect(asRoot.url).toBe(url)
  expect(await uidOf(await server.pid())).toBe(daemon!.uid)
  await asRoot.stop()

  const again = user(dataDir, asDaemon(home))
  expect(await query(await again.started, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await again.stop()
})

test('another user of the machine is told that the folder is not theirs', async ({ skip }) => {
  skip(notAsOther !== undefined, notAsOther)
  const dataDir = watch(path.join(await emptyFolder(), 'data'))
  await start(dataDir)
  const home = await homeOfDaemon()
  await expect(user(dataDir, asDaemon(home)).started).rejects.toThrow(/folder-unusable/)
})
