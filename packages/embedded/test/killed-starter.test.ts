import { expect, test } from 'vitest'
import { query } from './support/query.ts'
import { scene } from './support/scene.ts'
import { serverOf } from './support/server-of.ts'

const { dataDir, start, user } = scene()

test('a server whose starter was killed with -9 goes on, is found, adopted and stopped', async () => {
  const folder = await dataDir()
  const server = serverOf(folder)
  const starter = user(folder)
  const url = await starter.started
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = await server.pid()
  await starter.kill()
  expect(await server.state()).toBe('live')

  const db = await start(folder)
  expect(db.url).toBe(url)
  expect(await server.pid()).toBe(pid)
  expect(await query(db.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await db.stop()
  expect(await server.state()).toBe('stopped')
})
