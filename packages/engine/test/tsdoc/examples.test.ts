import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { publicExports } from './support/public-exports.ts'

const database = testDatabase()
const found = publicExports(new URL('../../src/index.ts', import.meta.url))
const values = found.filter(({ isValue }) => isValue).map(({ name }) => name)
const examples = found.flatMap(({ name, examples }) => examples.map((code, i) => ({ name: `${name}-${i + 1}`, code })))
const root = fileURLToPath(new URL('../../../../', import.meta.url))
mkdirSync(`${root}.pawl`, { recursive: true })
const folder = mkdtempSync(`${root}.pawl/examples-`)

/** An example has all exports at hand, a job `greet`, and a `pawl` that knows it. */
function asModule(code: string): string {
  return `import { ${[...values, 'type Pawl', 'type JobDefinition', 'type StageItem'].join(', ')} } from '../../packages/engine/src/index.ts'
import { z } from 'zod'

export async function run(pawl: Pawl, greet: JobDefinition<z.ZodObject<{ name: z.ZodString }>>): Promise<void> {
  {
${code}  }
}
`
}

const { DATABASE_URL: urlBefore } = process.env

beforeAll(() => {
  for (const { name, code } of examples) writeFileSync(`${folder}/${name}.ts`, asModule(code))
  process.env.DATABASE_URL = database.url
})
afterAll(() => {
  // files share a process
  if (urlBefore === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = urlBefore
  rmSync(folder, { recursive: true, force: true })
})

test('every public export says what it is, and functions and classes show how they are used', () => {
  expect(found.filter(({ doc }) => doc === undefined).map(({ name }) => name)).toEqual([])
  const bare = found.filter(({ kind, examples }) => /class|function/.test(kind) && examples.length === 0)
  expect(bare.map(({ name }) => name)).toEqual([])
})

test.each(examples)('the example of $name runs', async ({ name }) => {
  const greet = defineJob({ type: 'greet', body: z.object({ name: z.string().min(1) }), run: () => {} })
  const { run } = await import(`${folder}/${name}.ts`)
  await run(testPawl({ url: database.url, jobs: [greet] }), greet)
})

test('the examples compile', () => {
  const compilerOptions = {
    noEmit: true,
    allowImportingTsExtensions: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
  }
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: `${root}tsconfig.base.json`, compilerOptions, include: ['*.ts'] }),
  )
  const compile = () =>
    execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(outputOf(compile)).toBe('')
})

function outputOf(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
