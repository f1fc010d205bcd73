import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findHeadlessSql } from './check/find-headless-sql.ts'
import { findIdenticalFiles } from './check/find-identical-files.ts'
import { findImportCycles } from './check/find-import-cycles.ts'
import { findImpureCore } from './check/find-impure-core.ts'
import { findJavascript } from './check/find-javascript.ts'
import { findLayerBreaks } from './check/find-layer-breaks.ts'
import { findLintErrors } from './check/find-lint-errors.ts'
import { findLongFiles } from './check/find-long-files.ts'
import { findMergeMarks } from './check/find-merge-marks.ts'
import { findPostponedWork } from './check/find-postponed-work.ts'
import { findRegistryHosts } from './check/find-registry-hosts.ts'
import { findTypeErrors } from './check/find-type-errors.ts'
import { findUndeclaredImports } from './check/find-undeclared-imports.ts'
import type { Finding } from './check/finding.ts'
import { listFiles } from './check/list-files.ts'
import { closingLine } from './closing-line.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const files = listFiles(root)
const code = files.filter(({ path }) => /\.(ts|tsx|mjs|js)$/.test(path))
const manifests = files.filter(({ path }) => /(^|\/)package\.json$/.test(path))

const checks: readonly (readonly [name: string, find: () => readonly Finding[]])[] = [
  ['types', () => findTypeErrors(root)],
  ['lint and format', () => findLintErrors(root)],
  ['import layers', () => findLayerBreaks(code)],
  ['pure core', () => findImpureCore(code)],
  ['import cycles', () => findImportCycles(code)],
  ['declared dependencies', () => findUndeclaredImports(code, manifests)],
  ['typescript', () => findJavascript(files)],
  ['no copies in applications', () => findIdenticalFiles(files)],
  ['file sizes', () => findLongFiles(files)],
  ['no postponed work', () => findPostponedWork(files)],
  ['no merge marks', () => findMergeMarks(files)],
  ['sql headers', () => findHeadlessSql(files)],
  ['no registry hosts', () => findRegistryHosts(files)],
]

let failed = 0
for (const [name, find] of checks) {
  const findings = find()
  console.log(`${findings.length === 0 ? 'ok    ' : 'failed'}  ${name}`)
  for (const { file, line, message } of findings) console.log(`  ${file}:${line} ${message}`)
  if (findings.length > 0) failed += 1
}
console.log(closingLine({ passed: checks.length - failed, failed, skipped: 0 }))
process.exitCode = failed === 0 ? 0 : 1
