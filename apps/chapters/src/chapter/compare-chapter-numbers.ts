import type { ChapterNumber } from './chapter-number.ts'

/** Below 0 when `a` comes before `b`, above 0 when it comes after, 0 when they are the same. For `sort`. */
export function compareChapterNumbers(a: ChapterNumber, b: ChapterNumber): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  // Without leading zeros the longer whole is the larger one. Fractions compare as texts: '1' is a prefix of '15'.
  return wholeA.length - wholeB.length || compareTexts(wholeA, wholeB) || compareTexts(fractionA, fractionB)
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
