import { findWords } from './find-words.ts'
import type { Finding, SourceFile } from './finding.ts'

// Written so that the pattern does not find itself.
const MARKS = /^(?:<{7}|>{7}) .*$/gm

/** What git leaves in a file where two changes of it conflict. No compiler reads a guide. */
export function findMergeMarks(files: readonly SourceFile[]): Finding[] {
  return findWords(files, MARKS, 'a merge has left this: decide what stays')
}
