import type { ChapterNumber } from './chapter-number.ts'
import { compareChapterNumbers } from './compare-chapter-numbers.ts'
import { parseChapterNumber } from './parse-chapter-number.ts'

export type FoundNumber = { readonly number: ChapterNumber; readonly lastNumber: ChapterNumber | null }

const start = /^(\d+)(?:[.,x](\d+)(?!\d*(?:st|nd|rd|th)\b))?/
const extras: Readonly<Record<string, string>> = { extra: '99', omake: '98', special: '97' }
/** '4.extra', '123,omake 2', '12-extra'; after a space only where no name can follow: '404 extra', not '12 special training'. */
const extra =
  /^(?:[.,_-]?(extra|omake|special)s?(?:[ -]?(\d))?(?!-?[\p{L}\d])|,? \(?(extra|omake|special)s?(?: ?(\d))?(?= *(?:$|[^\p{L}\d ])))/u
/** '10a', '10.a', '300,a', '122-a', and '300, a' at the end; not '12-and', not 'chapter-5-a-new-day'. */
const letter = /^(?:[.,_-]?([a-o])(?!-?[\p{L}\d])|, ([a-o])(?= *(?:$|[:[(])))/u
/** '134 Part 3', '12 (pt. 2)'. */
const part = /^[ ,]*[-(]? ?(?:part|pt)\.? ?(\d{1,2})(?!\d)/
/** '191-200' and '10 & 11' always; '10 - 11' only when no name can follow. */
const range =
  /^(?:(?:-| ?[&+] ?)(?:chapters?|ch|c)?\.? ?|(?: - )(?:chapters?|ch|c)?\.? ?(?=\d+(?:\.\d+)? *(?:$|[:[(])))(\d+(?:\.\d+)?)/
/** 'chapter-12-100-ways-to-go': in a slug a name follows without a space. */
const slugGoesOn = /^-\p{L}/u

/** The number at the beginning of a text with what belongs to it; undefined when it is too long to be one. */
export function readNumber(text: string): FoundNumber | undefined {
  const found = start.exec(text)
  if (found === null) return undefined
  const [read, whole = '', fraction = ''] = found
  const base = parseChapterNumber(fraction === '' ? whole : `${whole}.${fraction}`)
  if (base === undefined) return undefined
  const rest = text.slice(read.length)
  return readSuffix(base, rest) ?? readRange(base, rest) ?? { number: base, lastNumber: null }
}

function readSuffix(base: ChapterNumber, rest: string): FoundNumber | undefined {
  const named = extra.exec(rest)
  if (named !== null) {
    const count = Number(named[2] ?? named[4] ?? 1)
    return below(base, `${extras[named[1] ?? named[3]!]}${count > 1 ? count : ''}`)
  }
  const lettered = letter.exec(rest)
  const ofLetter = lettered?.[1] ?? lettered?.[2]
  if (ofLetter !== undefined) return below(base, fractionOf(ofLetter.charCodeAt(0) - 'a'.charCodeAt(0) + 1))
  const ofPart = Number(part.exec(rest)?.[1] ?? 0)
  return ofPart >= 1 && ofPart <= 15 ? below(base, fractionOf(ofPart)) : undefined
}

/** 1 to 9 are .1 to .9. .10 would be .1 again, so the tenth to the fifteenth are .91 to .96, which sort behind; .97 are specials. */
function fractionOf(ordinal: number): string {
  return ordinal <= 9 ? String(ordinal) : `9${ordinal - 9}`
}

function readRange(base: ChapterNumber, rest: string): FoundNumber | undefined {
  const [read, text] = range.exec(rest) ?? []
  const last = text === undefined ? undefined : parseChapterNumber(text)
  if (read === undefined || text === undefined || last === undefined) return undefined
  if (compareChapterNumbers(last, base) > 0) {
    // a wrong last number would raise the latest chapter of the series for good
    return { number: base, lastNumber: slugGoesOn.test(rest.slice(read.length)) ? null : last }
  }
  // Nothing goes from 24 to 5: '24-5' is the fifth part of 24, and '024-005' is what it looks like, 24.005.
  return rest.startsWith('-') && !base.includes('.') && !text.includes('.') ? below(base, text) : undefined
}

function below(base: ChapterNumber, fraction: string): FoundNumber | undefined {
  const number = parseChapterNumber(base.includes('.') ? `${base}${fraction}` : `${base}.${fraction}`)
  return number === undefined ? undefined : { number, lastNumber: null }
}
