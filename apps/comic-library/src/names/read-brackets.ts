import { findMarkedNumber } from './find-number.ts'
import { type Found, findVolume } from './find-volume.ts'
import type { Bracket } from './take-brackets.ts'
import { isScanMark } from './take-scan-marks.ts'

/** What brackets tell, and those that tell nothing that we know. */
export type BracketsTold = {
  readonly year: number | null
  readonly count: string | null
  readonly volume: Pick<Found, 'first' | 'last'> | null
  /** Where the whole bracket stands. */
  readonly number: Found | null
  readonly rest: readonly Bracket[]
}

const yearIn = /(?:^|[\s,])((?:18|19|20)\d\d)(?:\s?-\s?(?:(?:18|19|20)?\d\d|present)?)?(?:-\d\d){0,2}$/i
const countIn = /^(?:(.*\d)[\s-]+)?of[\s-]+(\d{1,6})$/i
const numberAlone = /^\d{1,6}(?:\.\d{1,3})?$/

/** `numberAt` is where the number of the issue stands, if it does: a year before it tells the volume. */
export function readBrackets(brackets: readonly Bracket[], numberAt: number | undefined): BracketsTold {
  let told: BracketsTold = { year: null, count: null, volume: null, number: null, rest: [] }
  for (const bracket of brackets) {
    const year = yearIn.exec(bracket.inner)?.[1]
    const more = year === undefined ? numbersIn(bracket, told) : yearOf(bracket, year, told, numberAt)
    told = more === undefined ? { ...told, rest: [...told.rest, bracket] } : { ...told, ...more }
  }
  return told
}

function yearOf(
  { at }: Bracket,
  year: string,
  told: BracketsTold,
  numberAt: number | undefined,
): Partial<BracketsTold> {
  const isVolume = numberAt !== undefined && at < numberAt && told.volume === null
  return { year: Number(year), ...(isVolume ? { volume: { first: year, last: null } } : {}) }
}

/** '(1 of 3)', '(v02)', '(c012-015)', '(Vol. 2 Ch. 12)'. Nothing where all that it tells is told already. */
function numbersIn(bracket: Bracket, told: BracketsTold): Partial<BracketsTold> | undefined {
  const { inner } = bracket
  if (isScanMark(inner)) return undefined
  const [, place, count] = countIn.exec(inner) ?? []
  if (count !== undefined) {
    const number = place === undefined ? undefined : placeIn(place)
    if (place !== undefined && number === undefined) return undefined
    return told.count === null ? { count, ...whole(bracket, number, told) } : undefined
  }
  const volume = findVolume(inner)
  const number = findMarkedNumber(volume === undefined ? inner : inner.slice(volume.end).replace(/^[\s,-]+/, ''))
  const found = {
    ...(volume !== undefined && told.volume === null ? { volume } : {}),
    ...whole(bracket, number, told),
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** The '1' of '1 of 3', with or without a word before it. */
function placeIn(text: string): Pick<Found, 'first' | 'last'> | undefined {
  return numberAlone.test(text) ? { first: text, last: null } : findMarkedNumber(text)
}

function whole(
  { at, text }: Bracket,
  number: Pick<Found, 'first' | 'last'> | undefined,
  told: BracketsTold,
): Pick<BracketsTold, 'number'> | undefined {
  if (number === undefined || told.number !== null) return undefined
  return { number: { at, end: at + text.length, first: number.first, last: number.last } }
}
