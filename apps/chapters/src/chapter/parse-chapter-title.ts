import type { ChapterNumber } from './chapter-number.ts'
import { findNumber } from './find-number.ts'
import { isNamedChapter, isOneShot } from './named-chapter.ts'
import { normaliseTitle } from './normalise-title.ts'
import { takeVolume } from './take-volume.ts'
import { withoutSeriesTitle } from './without-series-title.ts'

/** What the title of an upload says about it. */
export type ChapterTitle = {
  /** Null for a one-shot, and where no number can be found. */
  readonly number: ChapterNumber | null
  /** The last number of a range, which stands under its first. */
  readonly lastNumber: ChapterNumber | null
  readonly volume: ChapterNumber | null
  /** It has a number, or is something to read without one: a one-shot, an extra, a whole volume. A notice is neither. */
  readonly isChapter: boolean
}

/**
 * Reads the number of a chapter from the title of an upload. The rule is in README.md, 'Numbers'.
 *
 * @example
 * ```ts
 * parseChapterTitle('[Group] Ayame 14 v.2 c.10-11', { seriesTitle: 'Ayame 14' })
 * // { number: '10', lastNumber: '11', volume: '2', isChapter: true }
 * ```
 */
export function parseChapterTitle(title: string, { seriesTitle = '' }: { seriesTitle?: string } = {}): ChapterTitle {
  const whole = normaliseTitle(title)
  const { volume, rest } = takeVolume(withoutSeriesTitle(whole, normaliseTitle(seriesTitle)))
  if (isOneShot(rest)) return { number: null, lastNumber: null, volume, isChapter: true }
  // A series can be named like its only number ('86'), and then nothing is left without its title.
  const found = findNumber(rest) ?? findNumber(takeVolume(whole).rest)
  if (found !== undefined) return { ...found, volume, isChapter: true }
  return { number: null, lastNumber: null, volume, isChapter: volume !== null || isNamedChapter(rest) }
}
