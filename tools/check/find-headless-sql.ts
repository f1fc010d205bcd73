import type { Finding, SourceFile } from './finding.ts'

/** Statements without the header that says purpose, parameters, locks and index. */
export function findHeadlessSql(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => /^packages\/[^/]+\/src\/.*\.sql$/.test(path) && !path.includes('/migrations/'))
    .filter(({ text }) => !text.startsWith('--'))
    .map(({ path }) => ({
      file: path,
      line: 1,
      message: 'must begin with a comment: purpose, parameters, locks, index',
    }))
}
