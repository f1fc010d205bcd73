import type { Finding, SourceFile } from './finding.ts'

const reasoned = /^\/\/ Plain JavaScript: \S/

/** Sources and tests that are JavaScript without a first line that says why. */
export function findJavascript(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path, text }) => /^(packages|apps|sandbox)\/.*(src|test)\/.*\.js$/.test(path) && !reasoned.test(text))
    .map(({ path }) => ({
      file: path,
      line: 1,
      message: "must be TypeScript, or begin with '// Plain JavaScript: ' and the reason",
    }))
}
