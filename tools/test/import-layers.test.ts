import { expect, test } from 'vitest'
import { findImpureCore } from '../check/find-impure-core.ts'
import { findLayerBreaks } from '../check/find-layer-breaks.ts'

const breaks = (path: string, specifier: string) =>
  findLayerBreaks([{ path, text: `\nimport { a } from '${specifier}'` }]).map(({ file, line }) => `${file}:${line}`)

test.each([
  ['packages/engine/src/job/backoff.ts', 'pg'],
  ['packages/engine/src/job/backoff.ts', 'node:fs'],
  ['packages/engine/src/job/backoff.ts', '../runtime/loop.ts'],
  ['packages/engine/src/source/circuit.ts', '../postgres/claim.ts'],
  ['packages/engine/src/job/backoff.ts', '../index.ts'],
  ['packages/engine/src/postgres/claim.ts', '../runtime/loop.ts'],
  ['packages/engine/src/http/http-client.ts', 'pg'],
  ['packages/engine/src/http/http-client.ts', '../job/job.ts'],
  ['packages/engine/src/http/http-client.ts', '../runtime/loop.ts'],
  ['packages/engine/src/http/http-client.ts', '../postgres/claim.ts'],
  ['packages/engine/src/http/http-client.ts', '../index.ts'],
  ['packages/engine/src/source/redirect.ts', '../http/http-client.ts'],
  ['packages/engine/src/runtime/loop.ts', '../testing/clock.ts'],
  ['packages/server/src/routes.ts', '../../engine/src/index.ts'],
  ['packages/engine/test/claim.test.ts', '../../embedded/src/index.ts'],
  ['apps/chapters/src/jobs.ts', '../../../packages/engine/src/index.ts'],
  ['apps/chapters/src/jobs.ts', '@pawl/server'],
  ['apps/chapters/src/jobs.ts', '@pawl/server/migrate'],
  ['examples/first-job.ts', '../packages/engine/src/index.ts'],
])('%s must not import %s', (path, specifier) => {
  expect(breaks(path, specifier)).toEqual([`${path}:2`])
})

test.each([
  ['packages/engine/src/job/backoff.ts', '../source/circuit.ts'],
  ['packages/engine/src/job/backoff.ts', '../errors.ts'],
  ['packages/engine/src/job/body.ts', '@standard-schema/spec'],
  ['packages/engine/src/postgres/claim.ts', '../job/lane.ts'],
  ['packages/engine/src/postgres/claim.ts', 'pg'],
  ['packages/engine/src/http/http-client.ts', '../source/address.ts'],
  ['packages/engine/src/http/http-client.ts', '../errors.ts'],
  ['packages/engine/src/http/http-client.ts', './errors.ts'],
  ['packages/engine/src/http/http-client.ts', 'undici'],
  ['packages/engine/src/runtime/loop.ts', '../http/http-client.ts'],
  ['packages/engine/src/runtime/loop.ts', '../postgres/claim.ts'],
  ['packages/engine/src/testing/clock.ts', '../runtime/loop.ts'],
  ['packages/engine/src/index.ts', './runtime/loop.ts'],
  ['packages/engine/test/claim.test.ts', '../src/postgres/claim.ts'],
  ['packages/server/src/routes.ts', 'pawl'],
  ['apps/chapters/src/jobs.ts', 'pawl'],
  ['apps/chapters/src/routes.ts', '@pawl/app/api'],
  ['apps/chapters/test/jobs.test.ts', 'pawl/testing'],
  ['apps/chapters/test/jobs.test.ts', '@pawl/server'],
])('%s may import %s', (path, specifier) => {
  expect(breaks(path, specifier)).toEqual([])
})

test('a type counts as knowledge too', () => {
  const text = `import type { Pool } from 'pg'`
  expect(findLayerBreaks([{ path: 'packages/engine/src/job/a.ts', text }])).toHaveLength(1)
})

test.each([
  'Date.now()',
  'new Date()',
  'new Date',
  'Math.random()',
  'setTimeout(f, 1)',
  'process.env.X',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text
  '`at ${Date.now()}`',
])('the core must not use %s', (use) => {
  const files = [{ path: 'packages/engine/src/job/a.ts', text: `\nexport const a = ${use}\n` }]
  expect(findImpureCore(files)).toMatchObject([{ line: 2 }])
  expect(findImpureCore([{ path: 'packages/engine/src/runtime/a.ts', text: files[0]?.text ?? '' }])).toEqual([])
})

test.each(['new Date(at)', "'Date.now()'", 'at // Date.now()', 'clock.setTimeout(f)', 'job.process.x'])(
  'the core may use %s',
  (use) => {
    expect(findImpureCore([{ path: 'packages/engine/src/job/a.ts', text: `export const a = ${use}` }])).toEqual([])
  },
)

test('a file beside the folders must be pure once the core imports it, even at second hand', () => {
  const impure = { path: 'packages/engine/src/ids.ts', text: `import { randomUUID } from 'node:crypto'` }
  const between = { path: 'packages/engine/src/errors.ts', text: `import { id } from './ids.ts'` }
  const core = { path: 'packages/engine/src/job/a.ts', text: `import { e } from '../errors.ts'` }
  expect(findImpureCore([impure, between])).toEqual([])
  expect(findImpureCore([impure, between, core])).toMatchObject([{ file: impure.path, line: 1 }])
})
