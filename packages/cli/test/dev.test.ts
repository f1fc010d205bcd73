import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './support/database.ts'
import { livePawl, project } from './support/pawl-process.ts'
import { until } from './support/until.ts'

const database = testDatabase()
// beside the packages, so that what the configuration imports is found; no name in it begins with a dot
const root = fileURLToPath(new URL('../../../.pawl/', import.meta.url))
mkdirSync(root, { recursive: true })
const folder = mkdtempSync(path.join(root, 'cli-dev-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Several processes start and end in one test, which takes a busy machine its time. */
const timeout = 300_000

test('dev starts again when a file changes, waits when it cannot start, and ends with all it started', {
  timeout,
}, async () => {
  cpSync(project, folder, { recursive: true })
  const env = { DATABASE_URL: database.url, PAWL_TOKEN: 'a-token-for-tests-only', PORT: '0' }
  const dev = livePawl(['dev', '--apps', 'mail'], { cwd: folder, env })
  await dev.said(/^ {2}log in/)
  writeFileSync(path.join(folder, 'jobs.ts'), 'export const nothing = 1')
  await dev.said(/^jobs\.ts has changed: starting again$/)
  await dev.said(/^pawl: pawl\.config\.ts cannot be loaded: /)
  await dev.said(/^pawl up ended with code 2: waiting for a file to change$/)
  cpSync(path.join(project, 'jobs.ts'), path.join(folder, 'jobs.ts'))
  await until('it is up again', () => dev.count(/^ {2}log in/) === 2)
  dev.signal('SIGINT')
  expect(await dev.ended).toBe(0)
  expect(dev.count(/^ {2}stopped /)).toBe(2)
})
