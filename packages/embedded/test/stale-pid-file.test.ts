import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { chooseAccount } from '../src/account/choose-account.ts'
import { spawnAs } from '../src/account/spawn-as.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'

const { dataDir, start } = scene()
const bystanders: ChildProcess[] = []

afterEach(async () => {
  for (const bystander of bystanders.splice(0)) {
    const ended = once(bystander, 'exit')
    if (bystander.kill()) await ended
  }
})

/** A database that is not running, with a table in it, and the postmaster.pid it had when it was. */
async function stoppedDatabase() {
  const folder = await dataDir()
  const server = serverOf(folder)
  const db = await start(folder)
  await query(db.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pidFile = await readFile(server.folder.pidFile, 'utf8')
  await db.stop()
  const leave = (pid: number) => writeFile(server.folder.pidFile, pidFile.replace(/^\d+/, String(pid)))
  return { folder, server, leave, url: db.url }
}

/** Another program of the user that runs the server: only then does PostgreSQL take it for a server. */
async function bystander(folder: string): Promise<ChildProcess> {
  const account = await chooseAccount(serverOf(folder).folder)
  const child = spawn('sleep', ['3600'], { ...spawnAs(account), stdio: 'ignore' })
  bystanders.push(child)
  await once(child, 'spawn')
  return child
}

async function expectRecovery({ folder, url }: { readonly folder: string; readonly url: string }): Promise<void> {
  const db = await start(folder)
  expect(db.url).toBe(url)
  expect(await query(db.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
}

test('a postmaster.pid of a process that is gone does not stand in the way', async () => {
  const database = await stoppedDatabase()
  const gone = await bystander(database.folder)
  const ended = once(gone, 'exit')
  gone.kill('SIGKILL')
  await ended
  await database.leave(gone.pid!)
  expect(await database.server.state()).toBe('dead')
  await expectRecovery(database)
})

test('a postmaster.pid whose process id belongs to another program does not stand in the way', async () => {
  const database = await stoppedDatabase()
  const other = await bystander(database.folder)
  await database.leave(other.pid!)
  expect(await database.server.state()).toBe('stale')
  await expectRecovery(database)
  expect(other.exitCode ?? other.signalCode).toBeNull()
})

test('a postmaster.pid whose process id belongs to the server of another folder does not stand in the way', async () => {
  const database = await stoppedDatabase()
  const otherFolder = await dataDir()
  const other = await start(otherFolder)
  await database.leave(await serverOf(otherFolder).pid())
  expect(await database.server.state()).toBe('stale')
  await expectRecovery(database)
  expect(await query(other.url, `SELECT to_regclass('kept') AS found`)).toEqual([{ found: null }])
})

test('an empty postmaster.pid, left by a power cut, does not stand in the way and is kept', async () => {
  const database = await stoppedDatabase()
  const { pidFile, home } = database.server.folder
  await writeFile(pidFile, '')
  const longAgo = new Date(Date.now() - 3_600_000)
  await utimes(pidFile, longAgo, longAgo)
  expect(await database.server.state()).toBe('garbled')
  await expectRecovery(database)
  expect(await readdir(home)).toContainEqual(expect.stringMatching(/^postmaster\.pid\.garbled-\d+$/))
})
