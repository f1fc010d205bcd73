import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPawl, defineJob } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { examplesIn } from '../../../tools/testing/examples-in.ts'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import * as api from '../src/api/index.ts'
import * as app from '../src/index.ts'
import * as testing from '../src/testing/index.ts'

const database = testDatabase()
const root = fileURLToPath(new URL('../../../', import.meta.url))
const examples = examplesIn(new URL('../src/', import.meta.url))
const functions = [...Object.entries(app), ...Object.entries(testing)]
  .filter(([, value]) => typeof value === 'function')
  .map(([name]) => name)
const helpers = Object.keys(api)

mkdirSync(`${root}.pawl`, { recursive: true })
const folder = mkdtempSync(`${root}.pawl/app-examples-`)
const { DATABASE_URL: urlBefore } = process.env

beforeAll(() => {
  mkdirSync(`${folder}/migrations`)
  mkdirSync(`${folder}/statements`)
  writeFileSync(`${folder}/statements/one.sql`, '-- One.\n-- Locks: none. Index: none.\nselect 1 as one')
  process.env.DATABASE_URL = database.url
})
afterAll(() => {
  // files share a process
  if (urlBefore === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = urlBefore
  rmSync(folder, { recursive: true, force: true })
})

test('every exported function but those for routes shows how it is used', () => {
  const shown = examples.map(({ name }) => name)
  expect(functions.filter((name) => !shown.includes(name) && !name.endsWith('Error'))).toEqual([])
})

test.each(examples)('the example of $name runs', async ({ name, code }) => {
  const text = `import { ${Object.keys(app).join(', ')} } from '../../packages/app/src/index.ts'
import { ${Object.keys(testing).join(', ')} } from '../../packages/app/src/testing/index.ts'
import { ${helpers.join(', ')} } from '../../packages/app/src/api/index.ts'
import pg from 'pg'
export async function run(pawl, greet) {
${code}}
`
  writeFileSync(`${folder}/${name}.ts`, text)
  const greet = defineJob({ type: 'greet', body: z.object({ name: z.string() }), run: () => {} })
  const { run } = await import(`${folder}/${name}.ts`)
  const pawl = createPawl({ url: database.url, jobs: [greet], migrate: false })
  try {
    await run(pawl, greet)
  } finally {
    await pawl.stop()
  }
})
