import { type Finding, lineAt, type SourceFile } from './finding.ts'

/** Each place where `word` stands, which must be a pattern with the flag g. */
export function findWords(files: readonly SourceFile[], word: RegExp, why: string): Finding[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(word)].map((match) => ({
      file: path,
      line: lineAt(text, match.index),
      message: `${match[0]}: ${why}`,
    })),
  )
}
