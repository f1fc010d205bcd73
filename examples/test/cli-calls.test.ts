import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { sourceArgs } from '../../tools/source-options.mjs'
import { testDatabase } from '../../tools/testing/test-database.ts'

const root = new URL('../../', import.meta.url)
const printLoaded = `--import=${new URL('packages/cli/test/fixtures/loaded/register.mjs', root).href}`
const database = testDatabase()

/** The modules that a call of `pawl` in this checkout loads, with the configuration of all applications: paths from its root. */
async function loadedBy(...args: readonly string[]): Promise<readonly string[]> {
  const env = { ...process.env, DATABASE_URL: database.url, PAWL_LIVE: '' }
  const file = fileURLToPath(new URL('packages/cli/src/pawl.ts', root))
  const options = { cwd: root, env, maxBuffer: 10_000_000 }
  const { stderr } = await promisify(execFile)(process.execPath, [...sourceArgs, printLoaded, file, ...args], options)
  return stderr.split('\n').flatMap((line) => (line.startsWith(root.href) ? [line.slice(root.href.length)] : []))
}

/** Code of the server, of workers and of the sandbox, most of which takes tens of milliseconds to load. */
const heavy =
  /^node_modules\/(hono|@hono\/|feedsmith|parse5)|^packages\/server\/|-routes\.ts$|^sandbox\/src\/sandbox\.ts$/
const appsIn = (loaded: readonly string[]) => [
  ...new Set(loaded.flatMap((file) => /^apps\/([^/]+)\//.exec(file)?.[1] ?? [])),
]

beforeAll(async () => {
  await loadedBy('migrate')
  await loadedBy('queues', 'pause', 'poll-source')
})

test.each([
  ['--help', []],
  ['completion bash', ['chapters', 'site-reports', 'coin-prices', 'comic-library']],
  ['queues list', []],
  ['queues resume poll-source', []],
  ['chapters list', ['chapters']],
  ['comics list', ['comic-library']],
  ['site-reports list', ['site-reports']],
])('pawl %s loads what it needs', async (call, apps) => {
  const loaded = await loadedBy(...call.split(' '))
  expect(loaded).toContain('pawl.config.ts')
  expect(appsIn(loaded).sort()).toEqual([...apps].sort())
  expect(loaded.filter((file) => heavy.test(file))).toEqual([])
})
