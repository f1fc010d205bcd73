import type { ChapterNumber } from './chapter-number.ts'
import { parseChapterNumber } from './parse-chapter-number.ts'

const number = String.raw`(\d+(?:\.\d+)?)(?:-\d+(?:\.\d+)?)?`
/** A word may be glued to what the number before it is: '404 extravol002'. */
const begins = '(?:(?<![a-z])|(?<=extra|omake|special))'
const volumes = [
  new RegExp(`${begins}(?:volumes?|vols?|tome|book|bk)[ .:#_-]*${number}`),
  new RegExp(String.raw`(?<![a-z\d])[vt]\.? ?${number}`),
  new RegExp(`第? ?${number} ?[巻卷冊권]`),
]
const others = new RegExp(
  String.raw`${begins}(?:season|version|ver)[ .:#_-]*${number}|(?<![a-z\d'])s\.?${number}(?![a-z])`,
  'g',
)

/**
 * The volume that a title names, and the title without it, so that nobody takes it for a chapter. Seasons and versions are left
 * out too. Of several volumes the first counts.
 */
export function takeVolume(title: string): { readonly volume: ChapterNumber | null; readonly rest: string } {
  let rest = title.replace(others, ' ')
  let volume: ChapterNumber | null = null
  for (const pattern of volumes) {
    volume ??= parseChapterNumber(pattern.exec(rest)?.[1] ?? '') ?? null
    rest = rest.replace(new RegExp(pattern, 'g'), ' ')
  }
  return { volume, rest: rest.replace(/ +/g, ' ').trim() }
}
