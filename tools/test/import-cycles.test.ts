import { expect, test } from 'vitest'
import { findImportCycles } from '../check/find-import-cycles.ts'

test('a circle is reported once, with its path and where it closes', () => {
  const files = [
    { path: 'src/a.ts', text: `import './b.ts'` },
    { path: 'src/b.ts', text: `\nimport './deep/c.ts'` },
    { path: 'src/deep/c.ts', text: `\n\nexport { a } from '../a.ts'` },
    { path: 'src/d.ts', text: `import './a.ts'` },
  ]
  expect(findImportCycles(files)).toEqual([
    { file: 'src/deep/c.ts', line: 3, message: 'closes a circle: src/a.ts -> src/b.ts -> src/deep/c.ts -> src/a.ts' },
  ])
})

test('two ways to the same file are no circle', () => {
  const files = [
    { path: 'a.ts', text: `import './b.ts'\nimport './c.ts'` },
    { path: 'b.ts', text: `import './c.ts'` },
    { path: 'c.ts', text: '' },
  ]
  expect(findImportCycles(files)).toEqual([])
})

test('a type import closes no circle', () => {
  const files = [
    { path: 'a.ts', text: `import './b.ts'` },
    { path: 'b.ts', text: `import type { A } from './a.ts'` },
  ]
  expect(findImportCycles(files)).toEqual([])
})

test('a file that imports itself is a circle', () => {
  expect(findImportCycles([{ path: 'a.ts', text: `import './a.ts'` }])).toHaveLength(1)
})
