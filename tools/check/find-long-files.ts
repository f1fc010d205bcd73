import type { Finding, SourceFile } from './finding.ts'

export const MOST_LINES = 300

/** Files that should be two files. */
export function findLongFiles(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs|sql)$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => ({
      file: path,
      line: MOST_LINES + 1,
      message: `has ${lines} lines, and ${MOST_LINES} are the most`,
    }))
}
