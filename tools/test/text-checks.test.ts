import { expect, test } from 'vitest'
import { findHeadlessSql } from '../check/find-headless-sql.ts'
import { findIdenticalFiles } from '../check/find-identical-files.ts'
import { findJavascript } from '../check/find-javascript.ts'
import { parseDiagnostics } from '../check/find-lint-errors.ts'
import { findLongFiles } from '../check/find-long-files.ts'
import { findMergeMarks } from '../check/find-merge-marks.ts'
import { findPostponedWork } from '../check/find-postponed-work.ts'
import { findRegistryHosts } from '../check/find-registry-hosts.ts'
import { parseTypeErrors } from '../check/find-type-errors.ts'

const POSTPONED = ['TO', 'DO'].join('')
const REGISTRY = ['https://registry', 'npmjs', 'org'].join('.')

test('300 lines pass and 301 do not', () => {
  const file = (lines: number) => ({ path: 'a.ts', text: 'x\n'.repeat(lines) })
  expect(findLongFiles([file(300)])).toEqual([])
  expect(findLongFiles([file(301)])).toMatchObject([{ file: 'a.ts', line: 301 }])
  expect(findLongFiles([{ ...file(301), path: 'guide.md' }])).toEqual([])
})

test('sources are TypeScript, or say why not', () => {
  const path = 'apps/comics/src/archive/main.js'
  expect(findJavascript([{ path, text: 'x' }])).toMatchObject([{ file: path, line: 1 }])
  expect(findJavascript([{ path, text: '// Plain JavaScript: a thread runs it\nx' }])).toEqual([])
  expect(findJavascript([{ path: 'apps/comics/src/archive/main.ts', text: 'x' }])).toEqual([])
})

test('a file may be in one application only, and twice in the same one', () => {
  const file = (path: string, text = 'export const when = 1\n') => ({ path, text })
  const copies = [file('apps/comics/src/when.ts'), file('apps/letters/src/commands/when.ts')]
  expect(findIdenticalFiles(copies)).toEqual([
    { file: 'apps/letters/src/commands/when.ts', line: 1, message: expect.stringContaining('apps/comics/src/when.ts') },
  ])
  expect(findIdenticalFiles([file('apps/letters/a.ts'), file('apps/letters/b.ts')])).toEqual([])
  expect(findIdenticalFiles([file('apps/letters/a.ts'), file('packages/app/src/a.ts')])).toEqual([])
  expect(findIdenticalFiles([file('apps/letters/a.ts', ''), file('apps/comics/a.ts', '\n')])).toEqual([])
})

test('work that is put off is found in code, and a guide may speak of it', () => {
  const text = `a\n// ${POSTPONED}: later`
  expect(findPostponedWork([{ path: 'a.sql', text }])).toMatchObject([{ file: 'a.sql', line: 2 }])
  expect(findPostponedWork([{ path: 'CONTRIBUTING.md', text }])).toEqual([])
  expect(findPostponedWork([{ path: 'a.ts', text: `const x${POSTPONED}y = 1` }])).toEqual([])
})

test('marks of a merge are found in a guide, and a heading that is underlined is none', () => {
  const path = 'docs/guide.md'
  const [ours, theirs] = ['<', '>'].map((mark) => mark.repeat(7))
  const text = `a\n${ours} HEAD\nb\n=======\nc\n${theirs} 27d91f8 (Title)\n`
  expect(findMergeMarks([{ path, text }])).toMatchObject([
    { file: path, line: 2 },
    { file: path, line: 6 },
  ])
  expect(findMergeMarks([{ path, text: 'Title\n=======\na << b\n' }])).toEqual([])
})

test('a registry in the lock file is found, and a workspace link is not taken for one', () => {
  const path = 'package-lock.json'
  expect(findRegistryHosts([{ path, text: `{\n"resolved": "${REGISTRY}/a.tgz"` }])).toMatchObject([{ line: 2 }])
  expect(findRegistryHosts([{ path, text: `"resolved": "packages/engine"` }])).toEqual([])
})

test('a statement needs a header, a migration does not', () => {
  const text = 'SELECT 1'
  expect(findHeadlessSql([{ path: 'packages/engine/src/postgres/claim.sql', text }])).toHaveLength(1)
  expect(findHeadlessSql([{ path: 'packages/engine/src/postgres/claim.sql', text: `-- One.\n${text}` }])).toEqual([])
  expect(findHeadlessSql([{ path: 'packages/engine/src/postgres/migrations/0001_a.sql', text }])).toEqual([])
})

test('what the compiler and the linter print becomes findings', () => {
  expect(parseTypeErrors('a/b.ts(3,5): error TS6133: unused.\nnoise\n')).toEqual([
    { file: 'a/b.ts', line: 3, message: 'TS6133: unused.' },
  ])
  const line = '::error title=lint/x,file=/with space/a/b.ts,line=3,endLine=3,col=8,endColumn=11::Unexpected any.'
  expect(parseDiagnostics('/with space', `${line}\n::notice title=x,file=/a,line=1,x::y`)).toEqual([
    { file: 'a/b.ts', line: 3, message: 'lint/x: Unexpected any.' },
  ])
})
