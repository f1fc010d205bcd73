import { type Finding, lineAt, type SourceFile } from './finding.ts'
import { maskSource } from './mask-source.ts'
import { parseImports } from './parse-imports.ts'
import { resolveRelative } from './resolve-relative.ts'

const CORE_FOLDER = /^packages\/engine\/src\/(job|source|schedule|pipeline)\//
const ROOT_FILE = /^packages\/engine\/src\/[^/]+\.ts$/

const IMPURE: readonly { readonly use: RegExp; readonly name: string }[] = [
  { use: /\bDate\.now\b/g, name: 'Date.now' },
  { use: /\bnew\s+Date\b(?!\s*\(\s*[^\s)])/g, name: 'new Date()' },
  { use: /\bperformance\.now\b/g, name: 'performance.now' },
  { use: /\bMath\.random\b/g, name: 'Math.random' },
  { use: /(?<![\w$.])crypto\./g, name: 'crypto' },
  { use: /(?<![\w$.])set(Timeout|Interval|Immediate)\s*\(/g, name: 'a timer' },
  { use: /(?<![\w$.])process\./g, name: 'process' },
  { use: /(?<![\w$.])console\./g, name: 'console' },
]

/** Clocks, chance and the process in the core, or in a file beside its folders that the core imports. */
export function findImpureCore(files: readonly SourceFile[]): Finding[] {
  return coreOf(files).flatMap(({ path, text }) => {
    const code = maskSource(text)
    const uses = IMPURE.flatMap(({ use, name }) => [...code.matchAll(use)].map(({ index }) => ({ index, name })))
    const impureImports = ROOT_FILE.test(path)
      ? parseImports(text).filter(({ specifier }) => /^(pg$|node:)/.test(specifier))
      : []
    return [
      ...uses.map(({ index, name }) => finding(path, lineAt(text, index), name)),
      ...impureImports.map(({ specifier, line }) => finding(path, line, specifier)),
    ]
  })
}

function finding(file: string, line: number, name: string): Finding {
  return { file, line, message: `the core must not use ${name}: time, chance and the outside come as arguments` }
}

function coreOf(files: readonly SourceFile[]): readonly SourceFile[] {
  const core = new Set(files.filter(({ path }) => CORE_FOLDER.test(path)))
  for (const file of core) {
    const imported = parseImports(file.text).map(({ specifier }) => resolveRelative(file.path, specifier))
    for (const beside of files) if (ROOT_FILE.test(beside.path) && imported.includes(beside.path)) core.add(beside)
  }
  return [...core]
}
