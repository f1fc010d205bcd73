import type { FileName } from './file-name.ts'
import { type FoundNumber, findNumber } from './find-number.ts'
import { type Found, findVolume } from './find-volume.ts'
import { readBrackets } from './read-brackets.ts'
import { type Bracketed, blank, takeBrackets } from './take-brackets.ts'
import { type ScanMark, takeScanMarks } from './take-scan-marks.ts'
import { tidyName } from './tidy-name.ts'

const special = /(?<!\p{L})(?:annual|special|one-?shot|omake|extra|tpb|fcbd|free comic book day)(?!\p{L})/iu
const specialNumber = /^SP\d/
const numberAlone = /^#?\d+$/
const countBehind = /^\s+of\s+(\d{1,6})(?!\d)/i
/** How the file was made, where it is written without brackets. */
const madeHow = /(?<![\p{L}\d])(?:repaired|fixed|digital)(?![\p{L}\d])/giu
/** A volume with more digits is a year, and no place in a row. */
const longestPlace = 3

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
  const bracketed = takeBrackets(tidied)
  const unmarked = takeScanMarks(bracketed.plain)
  const volumeFound = findVolume(unmarked.plain)
  const plain = volumeFound === undefined ? unmarked.plain : blankOut(unmarked.plain, volumeFound)
  const plainFound = findNumber(plain, volumeFound)
  const told = readBrackets(bracketed.brackets, plainFound?.at)
  const numberFound = chooseNumber(plainFound, told.number)
  const around = textAround(plain, anchorOf(plain, numberFound, volumeFound))

  const volume = plainNumber(volumeFound?.first ?? told.volume?.first)
  const lastVolume = plainNumber((volumeFound ?? told.volume)?.last)
  const number = plainNumber(numberFound?.first)
  // a volume without an issue is what has this place in the series
  const isVolumeOnly = number === null && volume !== null && volume.length <= longestPlace
  return {
    series: around.series ?? (numberAlone.test(tidied) ? number : null),
    number: isVolumeOnly ? volume : number,
    lastNumber: isVolumeOnly ? lastVolume : plainNumber(numberFound?.last),
    count: plainNumber(told.count ?? around.count),
    volume,
    lastVolume,
    year: told.year,
    title: around.title,
    isSpecial: special.test(tidied) || specialNumber.test(number ?? ''),
    remainder: remainderOf(tidied, bracketed, [...told.rest, ...unmarked.marks], around),
  }
}

/** '51 (1 of 3)': what may be part of the series gives way to what is told in brackets. */
function chooseNumber(plain: FoundNumber | undefined, told: Found | null): Found | undefined {
  if (plain === undefined || told === null) return plain ?? told ?? undefined
  return plain.isSure || plainNumber(plain.first) === plainNumber(told.first) ? plain : told
}

/** What divides series and title: the number, or the volume. A bracket that begins the name divides nothing. */
function anchorOf(plain: string, number: Found | undefined, volume: Found | undefined): Found | undefined {
  const isBracket = number !== undefined && plain[number.at] === blank
  return isBracket && clean(plain.slice(0, number.at)) === null ? volume : (number ?? volume)
}

function blankOut(text: string, { at, end }: Found): string {
  return text.slice(0, at) + blank.repeat(end - at) + text.slice(end)
}

type Around = {
  readonly series: string | null
  readonly title: string | null
  readonly count: string | null
  readonly madeHow: string | null
  /** Where the title ends. */
  readonly end: number
}

/** What stands before the number is the series, what stands behind it, up to the next bracket, the title. */
function textAround(plain: string, anchor: Found | undefined): Around {
  const nothing = { title: null, count: null, madeHow: null, end: plain.length }
  if (anchor === undefined) return { ...nothing, series: clean(plain) }
  const after = plain.slice(anchor.end)
  const counted = countBehind.exec(after)
  const from = counted?.[0].length ?? 0
  const cut = after.indexOf(blank, from)
  const title = cut < 0 ? after.slice(from) : after.slice(from, cut)
  return {
    series: clean(plain.slice(0, anchor.at)),
    title: clean(title.replace(madeHow, ' ')),
    count: counted?.[1] ?? null,
    madeHow: title.match(madeHow)?.join(' ') ?? null,
    end: anchor.end + (cut < 0 ? after.length : cut),
  }
}

/** Brackets that tell nothing that we know, and what comes after the title. */
function remainderOf(name: string, { brackets }: Bracketed, rest: readonly ScanMark[], around: Around): string | null {
  const before = rest.filter(({ at }) => at < around.end).map(({ text }) => text)
  const used = brackets.filter((bracket) => bracket.at >= around.end && !rest.includes(bracket))
  const tail = used.reduceRight((text, bracket) => {
    const at = bracket.at - around.end
    return `${text.slice(0, at)} ${text.slice(at + bracket.text.length)}`
  }, name.slice(around.end))
  return clean([...before, around.madeHow ?? '', tail].join(' '))
}

function clean(text: string): string | null {
  const words = text.replaceAll(blank, ' ').replace(/\s+/g, ' ').trim()
  return words.replace(/^[\s\-,:;]+|[\s\-,:;]+$/g, '') || null
}

/** Without zeros in front: '001' is '1', '000' is '0', '0.5' stays. */
function plainNumber(text: string | null | undefined): string | null {
  return text?.replace(/\s/g, '').replace(/^([A-Z-]*)0+(?=\d)/, '$1') ?? null
}
