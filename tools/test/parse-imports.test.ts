import { expect, test } from 'vitest'
import { parseImports } from '../check/parse-imports.ts'

const specifiers = (text: string) => parseImports(text).map(({ specifier }) => specifier)

test.each([
  `import a from 'x'`,
  `import * as a from "x"`,
  `import a, { b } from 'x'`,
  `import {\n  a,\n  type B,\n} from 'x'`,
  `import 'x'`,
  `export * from 'x'`,
  `export * as a from 'x'`,
  `export { a } from 'x'`,
  `const a = await import('x')`,
  `const a = require('x')`,
  `import type from 'x'`,
])('%s imports a value from x', (text) => {
  expect(parseImports(text)).toEqual([{ specifier: 'x', line: 1, isType: false }])
})

test.each([
  `import type { A } from 'x'`,
  `import type A from 'x'`,
  `export type { A } from 'x'`,
  `export type * from 'x'`,
])('%s imports types only', (text) => {
  expect(parseImports(text)).toEqual([{ specifier: 'x', line: 1, isType: true }])
})

test.each([
  `export const a = 'x'`,
  `export type A = 'x'`,
  `// import a from 'x'`,
  "const text = `import a from 'x'`",
  `const text = "import a from 'x'"`,
  `loader.import('x')`,
  `export type { A }\nconst b = 'x'`,
])('%s imports nothing', (text) => {
  expect(parseImports(text)).toEqual([])
})

test('statements without semicolons are told apart', () => {
  const text = `export type { A }\nimport { b } from './b.ts'\nexport { c }\nexport * from './d.ts'\nimport('./e.ts')\n`
  expect(parseImports(text)).toEqual([
    { specifier: './b.ts', line: 2, isType: false },
    { specifier: './d.ts', line: 4, isType: false },
    { specifier: './e.ts', line: 5, isType: false },
  ])
})

test('an import after a regular expression that holds a quote is found', () => {
  expect(specifiers(`const re = /'/\nimport a from 'x'`)).toEqual(['x'])
})
