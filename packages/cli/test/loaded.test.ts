import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sourceArgs } from '../../../tools/source-options.mjs'

const run = promisify(execFile)
const tellLoaded = `--import=${new URL('./fixtures/loaded/register.mjs', import.meta.url).href}`
const file = fileURLToPath(new URL('../src/pawl.ts', import.meta.url))

test('help of a command loads that command alone, and neither the engine nor the server', async () => {
  const { stderr } = await run(process.execPath, [...sourceArgs, tellLoaded, file, 'jobs', '--help'])
  const loaded = stderr.split('\n')
  const { href: packages } = new URL('../../', import.meta.url)
  expect(loaded).toContain(`${packages}cli/src/commands/jobs/list.ts`)
  expect(loaded).not.toContain(`${packages}cli/src/commands/worker.ts`)
  const others = loaded.filter((url) => url.startsWith('file:') && !url.startsWith(`${packages}cli/`))
  expect(others.filter((url) => !/\/node_modules\/(commander|esbuild)\//.test(url))).toEqual([])
})
