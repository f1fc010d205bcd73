import { findVolume } from './find-volume.ts'
import type { FolderName } from './folder-name.ts'
import { type Bracket, blank, takeBrackets } from './take-brackets.ts'

const yearIn = /^(?:[\p{L}.]+\s+)?((?:18|19|20)\d\d)(?:\s*[-–—]\s*(?:(?:18|19|20)?\d\d|present|ongoing)?)?$/iu
/** How the files were made: no part of a name. */
const madeHow = /^(?:digital|c2c|complete|tpb|ongoing|webrip|scans?|hd|\d{3,4}px)\b/i
const ends = /^[\s,_:;-]+|[\s,_:;-]+$/g
/** No name is longer, and nobody can keep us busy with one that is. */
const longest = 500

/**
 * Reads the name of a folder. It ends where the year in brackets begins; a volume is taken off it, and so is what is in square
 * brackets. Other brackets stay: 'Lantern (Black and White)' may be another series than 'Lantern'.
 *
 * @example
 * ```ts
 * parseFolderName('Batman (2016)') // { series: 'Batman', volume: null, year: 2016 }
 * ```
 */
export function parseFolderName(name: string): FolderName {
  const whole = tidy(name.slice(0, longest))
  const { plain, brackets } = takeBrackets(whole)
  const dated = brackets.find(({ inner }) => yearIn.test(inner))
  const volume =
    findVolume(plain) ?? brackets.map(({ inner }) => findVolume(inner)).find((found) => found !== undefined)
  // '(2016) Lantern': what comes after is the name where nothing comes before
  const end = dated === undefined || clean(plain.slice(0, dated.at)) === '' ? whole.length : dated.at
  const kept = whole.slice(0, end)
  const withoutNotes = brackets.filter(isNote).reduce((text, { text: note }) => text.replace(note, ' '), kept)
  const volumeText = findVolume(takeBrackets(withoutNotes).plain)
  const series = volumeText === undefined ? withoutNotes : cutOut(withoutNotes, volumeText.at, volumeText.end)
  return {
    series: clean(series) || clean(plain) || whole,
    volume: volume === undefined ? null : String(Number(volume.first)),
    year: dated === undefined ? null : Number(yearIn.exec(dated.inner)?.[1]),
  }
}

function isNote({ inner, text }: Bracket): boolean {
  return !text.startsWith('(') || yearIn.test(inner) || madeHow.test(inner) || findVolume(inner) !== undefined
}

function cutOut(text: string, from: number, to: number): string {
  return `${text.slice(0, from)} ${text.slice(to)}`
}

function tidy(text: string): string {
  const spaced = /\s/.test(text.trim()) ? text : text.replaceAll('_', ' ')
  return spaced.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function clean(text: string): string {
  return text.replaceAll(blank, ' ').replace(/\s+/g, ' ').replace(ends, '')
}
