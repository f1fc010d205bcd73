import type { ChapterNumber } from './chapter-number.ts'

/** Longer ones are dates, ids of uploads or mistakes. */
const decimal = /^(\d{1,9})(?:\.(\d{1,9}))?$/

/** A decimal text in its only form; undefined for everything that is none. */
export function parseChapterNumber(text: string): ChapterNumber | undefined {
  const found = decimal.exec(text.normalize('NFKC').trim())
  if (found === null) return undefined
  const whole = found[1]!.replace(/^0+(?=\d)/, '')
  const fraction = (found[2] ?? '').replace(/0+$/, '')
  return (fraction === '' ? whole : `${whole}.${fraction}`) as ChapterNumber
}
