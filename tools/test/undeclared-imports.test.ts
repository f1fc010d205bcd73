import { expect, test } from 'vitest'
import { findUndeclaredImports } from '../check/find-undeclared-imports.ts'

const manifests = [
  { path: 'package.json', text: '{ "name": "root", "devDependencies": { "vitest": "4" } }' },
  { path: 'packages/engine/package.json', text: '{ "name": "pawl", "dependencies": { "@scope/spec": "1" } }' },
  { path: 'packages/server/package.json', text: '{ "name": "@pawl/server", "devDependencies": { "pg": "8" } }' },
]
const undeclared = (path: string, specifier: string) =>
  findUndeclaredImports([{ path, text: `import '${specifier}'` }], manifests).length > 0

test.each([
  ['packages/engine/src/a.ts', 'vitest'],
  ['packages/engine/src/a.ts', '@scope/other'],
  ['packages/server/src/a.ts', 'pg'],
  ['packages/server/src/a.ts', 'pawl'],
  ['packages/engine/test/a.test.ts', 'pg'],
  ['tools/a.ts', 'left-pad'],
])('%s imports %s undeclared', (path, specifier) => {
  expect(undeclared(path, specifier)).toBe(true)
})

test.each([
  ['packages/engine/src/deep/a.ts', '@scope/spec/types'],
  ['packages/engine/src/a.ts', 'node:fs'],
  ['packages/engine/src/a.ts', './b.ts'],
  ['packages/engine/test/a.test.ts', 'vitest'],
  ['packages/engine/test/a.test.ts', '@pawl/server'],
  ['packages/server/test/a.test.ts', 'pg'],
  ['examples/a.ts', 'pawl/testing'],
  ['tools/a.ts', 'vitest/node'],
])('%s may import %s', (path, specifier) => {
  expect(undeclared(path, specifier)).toBe(false)
})
