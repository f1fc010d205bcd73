import type { Found } from './find-volume.ts'
import {
  anyCase,
  chapterWords,
  edge,
  end,
  gap,
  issueWords,
  paddedRange,
  signedRange,
  unsignedRange,
  weakWords,
} from './number-shapes.ts'
import { blank } from './take-brackets.ts'

export type FoundNumber = Found & {
  /** The name says that it is a number, or it is padded as numbers are; else it may be part of the series. */
  readonly isSure: boolean
}

/** One letter says it where digits follow that no name has: 'C4' and 'C-3PO' are names. */
const chapterLetter = String.raw`(?:[cC]\.?\s?(?=\d\d)|c\.?(?=\d))`
const anyWords = `(?:${issueWords}|${chapterWords}|${weakWords})`
/** Marks of numbers. The first place of the first shape counts. */
const marked: readonly RegExp[] = [
  String.raw`(?:${edge}${anyWords}[\s.:-]*)*#\s?${signedRange}`,
  String.raw`(?<!\p{L})(?:${chapterWords}${gap}|${chapterLetter})${unsignedRange}(?:x\d+)?${end}`,
  `${edge}${issueWords}${gap}${signedRange}${end}`,
  String.raw`第?\s?${unsignedRange}\s?[話话回章화장]`,
  String.raw`${edge}${unsignedRange}\s?${anyCase('глава')}${end}`,
].map((source) => new RegExp(source, 'u'))
const special = /(?<![\p{L}\p{N}])(?<first>SP\s?\d+)(?![\p{L}\d])/u
const weak = new RegExp(String.raw`${edge}${weakWords}\s?${signedRange}${end}`, 'u')
const padded = new RegExp(String.raw`(?<=^|\s)${paddedRange}(?=$|\s|${blank})`, 'gu')
/** At the end of the name, or before a dash. */
const bare = new RegExp(String.raw`(?<=^|\s)${unsignedRange}(?=\s*(?:$|${blank}|\s-+\s|\sof\s\d))`, 'gu')
const yearLike = /^(?:18|19|20)\d\d$/
const separators = /^[\s-]*$/

/** The number of an issue or a chapter. `volume` was blanked out of the text. */
export function findNumber(text: string, volume?: Found): FoundNumber | undefined {
  for (const shape of [...marked, special]) {
    const found = shape.exec(text)
    if (found !== null) return asFound(found)
  }
  const named = weak.exec(text)
  const numbers = plainNumbers(text)
  if (named !== null) {
    const number = asFound(named)
    // 'Kaiju No. 8 036', 'Kaiju No. 8 v01': the name of a series, with the number behind it
    const behind = numbers.find((each) => isBehind(text, number, each))
    if (behind !== undefined) return behind
    return volume !== undefined && isNext(text, number, volume.at) ? undefined : number
  }
  // '100 Bullets 005': a number that begins the name is part of it when another one follows
  return numbers.find(({ at }) => at > 0) ?? numbers[0]
}

/** The number that a whole text is marked as, such as that in brackets: 'c012-015', '#7', 'No. 7'. */
export function findMarkedNumber(text: string): Found | undefined {
  const found = [...marked, weak].map((shape) => shape.exec(text)).find((each) => each?.[0].length === text.length)
  return found == null ? undefined : asFound(found)
}

/** Those that are padded first. */
function plainNumbers(text: string): FoundNumber[] {
  const sure = [...text.matchAll(padded)].map((found) => asFound(found))
  const others = [...text.matchAll(bare)].map((found) => asFound(found, false))
  return [...sure, ...others].filter(({ first }) => !yearLike.test(first))
}

/** A padded number behind the other one, or any number directly behind it. A title may begin with '100 Ways'. */
function isBehind(text: string, { end }: Found, number: FoundNumber): boolean {
  if (number.at < end) return false
  return number.first.startsWith('0') || (!number.isSure && separators.test(text.slice(end, number.at)))
}

function isNext(text: string, { end }: Found, at: number): boolean {
  return at >= end && separators.test(text.slice(end, at))
}

function asFound(found: RegExpMatchArray, isSure = true): FoundNumber {
  const { first, last, spaced = '', spacedLast } = found.groups!
  const [at, whole] = [found.index!, found[0]]
  const isRange = spacedLast !== undefined && rises(first!, spacedLast)
  // what is no range is of the title, or the number itself
  const length = whole.length - (isRange ? 0 : spaced.length)
  return { at, end: at + length, first: first!.trim(), last: last ?? (isRange ? spacedLast : null), isSure }
}

/** '1 - 6' and '001 - 006' do, '8 - 036' does not. */
function rises(first: string, last: string): boolean {
  return Number(last) > Number.parseFloat(first) && (!last.startsWith('0') || last.length === first.length)
}
