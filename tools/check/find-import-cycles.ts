import type { Finding, SourceFile } from './finding.ts'
import { parseImports } from './parse-imports.ts'
import { resolveRelative } from './resolve-relative.ts'

type Edge = { readonly to: string; readonly line: number }

/** Files that import each other in a circle, each circle once. `import type` is erased and closes no circle. */
export function findImportCycles(files: readonly SourceFile[]): Finding[] {
  const known = new Set(files.map(({ path }) => path))
  const edges = new Map(files.map((file) => [file.path, edgesOf(file, known)]))
  const findings: Finding[] = []
  const done = new Set<string>()
  const trail: string[] = []

  const visit = (path: string): void => {
    if (done.has(path)) return
    trail.push(path)
    for (const { to, line } of edges.get(path) ?? []) {
      const start = trail.indexOf(to)
      if (start === -1) visit(to)
      else findings.push({ file: path, line, message: `closes a circle: ${[...trail.slice(start), to].join(' -> ')}` })
    }
    trail.pop()
    done.add(path)
  }

  for (const { path } of files) visit(path)
  return findings
}

function edgesOf({ path, text }: SourceFile, known: ReadonlySet<string>): readonly Edge[] {
  return parseImports(text).flatMap(({ specifier, line, isType }) => {
    const to = resolveRelative(path, specifier)
    return to === undefined || isType || !known.has(to) ? [] : [{ to, line }]
  })
}
