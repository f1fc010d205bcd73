import { findWords } from './find-words.ts'
import type { Finding, SourceFile } from './finding.ts'

// Written so that the pattern does not find itself.
const MARKS = /\b(?:TO[D]O|FIX[M]E|XX[X])\b/g

/** Marks that put work off in code. A guide may speak of them. */
export function findPostponedWork(files: readonly SourceFile[]): Finding[] {
  const code = files.filter(({ path }) => !path.endsWith('.md'))
  return findWords(code, MARKS, 'do it now, or write down outside the code why not')
}
