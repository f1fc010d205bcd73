import type { Finding, SourceFile } from './finding.ts'

/** Files that are identical in two applications: what two of them need belongs into a package. */
export function findIdenticalFiles(files: readonly SourceFile[]): Finding[] {
  const first = new Map<string, string>()
  const findings: Finding[] = []
  for (const { path, text } of files) {
    if (!path.startsWith('apps/') || text.trim() === '') continue
    const other = first.get(text)
    if (other === undefined) first.set(text, path)
    else if (appOf(other) !== appOf(path)) {
      findings.push({ file: path, line: 1, message: `is identical to ${other}: move it into @pawl/app` })
    }
  }
  return findings
}

function appOf(path: string): string | undefined {
  return path.split('/')[1]
}
