import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/index.ts'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'

const { emptyFolder, watch, user } = scene()

function withoutDatabaseUrl(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, PAWL_DATA_DIR: __, ...env } = process.env
  return env
}

test('with DATABASE_URL that server is used and nothing is started', async () => {
  const folder = await emptyFolder()
  const DATABASE_URL = 'postgres://someone:secret@db.example:5432/app'
  const db = await openDatabase({ DATABASE_URL, PAWL_DATA_DIR: path.join(folder, 'data') })
  expect(db.url).toBe(DATABASE_URL)
  await db.stop()
  expect(await readdir(folder)).toEqual([])
})

test('with PAWL_DATA_DIR the database is there', async () => {
  const dataDir = watch(path.join(await emptyFolder(), 'elsewhere'))
  const db = await openDatabase({ PAWL_DATA_DIR: dataDir })
  expect(await query(db.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await db.stop()
  expect(await serverOf(dataDir).state()).toBe('stopped')
})

test('with neither the database is in .pawl below the current folder', async () => {
  const cwd = await emptyFolder()
  const dataDir = watch(path.join(cwd, '.pawl'))
  const other = user(undefined, { cwd, env: withoutDatabaseUrl() })
  expect(await query(await other.started, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await serverOf(dataDir).state()).toBe('live')
  await other.stop()
  expect(await serverOf(dataDir).state()).toBe('stopped')
})
