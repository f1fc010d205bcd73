import type { FileName } from './file-name.ts'
import { findNumber } from './find-number.ts'
import { type Found, findVolume } from './find-volume.ts'
import { type Bracket, blank, takeBrackets } from './take-brackets.ts'
import { tidyName } from './tidy-name.ts'

const yearIn = /(?:^|[\s,])((?:18|19|20)\d\d)(?:\s?-\s?(?:(?:18|19|20)?\d\d|present)?)?(?:-\d\d){0,2}$/i
const countIn = /^(?:\d+\s+)?of\s+(\d+)$/i
const special = /(?<!\p{L})(?:annual|special|one-?shot|omake|extra|tpb|fcbd)(?!\p{L})|^SP\d/iu

/**
 * Reads the name of a comic's file. The rules are in README.md, 'Names'.
 *
 * @example
 * ```ts
 * parseFileName('Saga #003 (of 54) (2012) (Digital).cbz')
 * // { series: 'Saga', number: '3', count: '54', year: 2012, remainder: '(Digital)', ... }
 * ```
 */
export function parseFileName(name: string): FileName {
  const tidied = tidyName(name)
  const { plain, brackets } = takeBrackets(tidied)
  const volume = findVolume(plain)
  const masked = volume === undefined ? plain : blankOut(plain, volume)
  const number = findNumber(masked)
  const told = readBrackets(brackets, number)
  const names = namesAround(masked, number)
  const volumeText = volume?.first ?? told.volume
  const plainVolume = volumeText === null ? null : plainNumber(volumeText)
  const found = number === undefined ? null : plainNumber(number.first)
  return {
    series: names.series ?? (number !== undefined && names.title === null ? found : null),
    number: found ?? told.number ?? (plainVolume !== null && plainVolume.length < 4 ? plainVolume : null),
    lastNumber: number?.last == null ? null : plainNumber(number.last),
    count: told.count,
    volume: plainVolume,
    lastVolume: volume?.last == null ? null : plainNumber(volume.last),
    year: told.year,
    title: names.title,
    isSpecial: special.test(tidied) || /^SP/.test(found ?? ''),
    remainder: told.rest === '' ? null : told.rest,
  }
}

function blankOut(text: string, { at, end }: Found): string {
  return text.slice(0, at) + blank.repeat(end - at) + text.slice(end)
}

function readBrackets(brackets: readonly Bracket[], number: Found | undefined) {
  let year: number | null = null
  let count: string | null = null
  let volume: string | null = null
  let chapter: string | null = null
  const rest: string[] = []
  for (const { at, inner, text } of brackets) {
    const foundYear = yearIn.exec(inner)?.[1]
    if (foundYear !== undefined) {
      // 'Aquaman (2021) #1 (2021)': before the number it tells the volume
      if (number !== undefined && at < number.at && volume === null) volume = foundYear
      year = Number(foundYear)
      continue
    }
    const foundCount = countIn.exec(inner)?.[1]
    const foundVolume = findVolume(inner)
    if (foundCount !== undefined) count ??= plainNumber(foundCount)
    else if (foundVolume !== undefined && volume === null) volume = foundVolume.first
    else rest.push(text)
    if (number === undefined) chapter ??= /^c(\d+)/i.exec(inner)?.[1] ?? null
  }
  return { year, count, volume, number: chapter === null ? null : plainNumber(chapter), rest: rest.join(' ') }
}

/** What stands before the number is the series, what stands behind it the title. */
function namesAround(plain: string, number: Found | undefined): { series: string | null; title: string | null } {
  if (number === undefined) return { series: clean(plain), title: null }
  const after = plain.slice(number.end)
  const cut = after.indexOf(blank)
  return { series: clean(plain.slice(0, number.at)), title: clean(cut < 0 ? after : after.slice(0, cut)) }
}

function clean(text: string): string | null {
  const words = text.replaceAll(blank, ' ').replace(/\s+/g, ' ').trim()
  return words.replace(/^[\s\-,:;]+|[\s\-,:;]+$/g, '') || null
}

/** Without zeros in front: '001' is '1', '0.0.1' is '0.0.1', '000' is '0'. */
function plainNumber(text: string): string {
  return text.replace(/\s/g, '').replace(/^(-?)0+(?=\d)/, '$1')
}
