import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { embeddedErrorOf } from './support/embedded-error-of.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'
import { until } from './support/until.ts'

const { dataDir, start, user } = scene()

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Kills a process with -9 while its initdb works; says whether it came in time. */
async function killDuringInitdb(folder: string): Promise<boolean> {
  const starter = user(folder)
  await until('initdb has begun', async () => {
    const [fresh] = await namesIn(folder)
    return fresh !== undefined && (await namesIn(path.join(folder, fresh, 'data'))).length > 0
  })
  await starter.kill()
  return !(await namesIn(folder)).includes('postgres')
}

test('an initdb killed with -9 is not taken for a database; the next start makes one and deletes nothing', async () => {
  let folder = await dataDir()
  while (!(await killDuringInitdb(folder))) folder = await dataDir()
  const leftOver = await namesIn(folder)
  expect(leftOver).toEqual([expect.stringMatching(/^postgres\.new-/)])

  const db = await start(folder)
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await namesIn(folder)).toEqual(['postgres', ...leftOver])
})

test('a folder that holds something else is refused and left alone', async () => {
  const folder = await dataDir()
  const { home } = serverOf(folder).folder
  await mkdir(home, { recursive: true })
  await writeFile(path.join(home, 'thesis.txt'), 'my only copy')
  const error = await embeddedErrorOf(start(folder))
  expect(error.code).toBe('folder-unfinished')
  expect(error.message).toContain(home)
  expect(error.message).toMatch(/Move .* away, or set PAWL_DATA_DIR .* DATABASE_URL=/)
  expect(await readFile(path.join(home, 'thesis.txt'), 'utf8')).toBe('my only copy')
})

test('a data folder that is a file is refused', async () => {
  const folder = await dataDir()
  await writeFile(folder, 'not a folder')
  const error = await embeddedErrorOf(start(folder))
  expect(error.code).toBe('folder-unusable')
  expect(error.message).toContain('PAWL_DATA_DIR')
})

test('data of another major version is refused, with both versions and the way to carry it over', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  await db.stop()
  const { data } = serverOf(folder).folder
  await writeFile(path.join(data, 'PG_VERSION'), '15\n')
  const before = await readdir(data)
  const error = await embeddedErrorOf(start(folder))
  expect(error.code).toBe('other-version')
  expect(error.message).toMatch(/made by PostgreSQL 15, and this is PostgreSQL 18/)
  expect(error.message).toContain('pg_dump')
  expect(error.message).toContain('PAWL_DATA_DIR')
  expect(await readdir(data)).toEqual(before)
})

test('a server that cannot start says so with the last lines of its log', async () => {
  const folder = await dataDir()
  const db = await start(folder)
  await db.stop()
  const control = path.join(serverOf(folder).folder.data, 'global', 'pg_control')
  await rename(control, `${control}.away`)
  const error = await embeddedErrorOf(start(folder))
  expect(error.code).toBe('start-failed')
  expect(error.message).toMatch(/last lines of .*log:[\s\S]*could not find the database system/)

  await rename(`${control}.away`, control)
  expect(await query((await start(folder)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a password file that is gone or wrong is named', async () => {
  const folder = await dataDir()
  const { password } = serverOf(folder).folder
  const db = await start(folder)
  await rename(password, `${password}.away`)
  const missing = await embeddedErrorOf(start(folder))
  expect(missing.code).toBe('password-missing')
  expect(missing.message).toContain(password)

  await writeFile(password, 'guess\n')
  const refused = await embeddedErrorOf(start(folder))
  expect(refused.code).toBe('password-refused')
  expect(refused.cause).toMatchObject({ code: '28P01' })
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a database that vanishes while it is in use is not replaced by an empty one', async () => {
  const folder = await dataDir()
  const server = serverOf(folder)
  const db = await start(folder)
  const { home } = server.folder
  const pid = await server.pid()
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  await rename(home, `${home}.away`)
  process.kill(pid, 'SIGQUIT')
  await until('it is given up', () => warnings.length >= 2)
  process.off('warning', listen)
  expect(warnings).toMatchObject([
    { code: 'server-lost' },
    { code: 'database-gone', message: expect.stringContaining(home) },
  ])
  expect(await readdir(folder)).toEqual(['postgres.away'])
  await db.stop()
})
