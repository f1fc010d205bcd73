import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineJob } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { examplesIn } from '../../../tools/testing/examples-in.ts'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import * as server from '../src/index.ts'
import { testPawl } from './support/test-server.ts'

const database = testDatabase()
const root = fileURLToPath(new URL('../../../', import.meta.url))
const functions = Object.keys(server)

const examples = examplesIn(new URL('../src/', import.meta.url))

mkdirSync(`${root}.pawl`, { recursive: true })
const folder = mkdtempSync(`${root}.pawl/server-examples-`)

const { DATABASE_URL: urlBefore, PAWL_TOKEN: tokenBefore } = process.env

beforeAll(() => {
  process.env.DATABASE_URL = database.url
  process.env.PAWL_TOKEN = 'a-secret-of-your-own-making'
})
afterAll(() => {
  // files share a process
  for (const [name, before] of Object.entries({ DATABASE_URL: urlBefore, PAWL_TOKEN: tokenBefore })) {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
  rmSync(folder, { recursive: true, force: true })
})

test('every function that is exported shows how it is used', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual([...functions].sort())
})

test.each(examples)('the example of $name runs', async ({ name, code }) => {
  // a token is kept where the example says, and the example is run where nothing else lies
  const text = `import { ${functions.join(', ')} } from '../../packages/server/src/index.ts'
import pg from 'pg'
export async function run(pawl, greet) {
${code.replaceAll("'.pawl'", `'${folder}/data'`)}}
`
  writeFileSync(`${folder}/${name}.ts`, text)
  const greet = defineJob({ type: 'greet', body: z.object({ name: z.string() }), run: () => {} })
  const { run } = await import(`${folder}/${name}.ts`)
  await run(testPawl(database, { jobs: [greet] }), greet)
})
