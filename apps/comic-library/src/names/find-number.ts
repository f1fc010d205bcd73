import type { Found } from './find-volume.ts'
import { blank } from './take-brackets.ts'

const digits = String.raw`-?\d+(?:\.\d+)*\s?[½¼¾]?|[½¼¾]`
const suffix = String.raw`(?:\.?[A-Z]{2,3}(?![\p{L}\d])|[a-z](?![\p{L}\d]))?`
const range = String.raw`((?:${digits})${suffix})(?:\s?-\s?#?(\d+(?:\.\d+)?))?`
const edge = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\d])`

/** Where it says that it is a number: the first such place. */
const told: readonly RegExp[] = [
  new RegExp(String.raw`#\s?${range}`, 'u'),
  new RegExp(
    String.raw`(?<![\p{L}])(?:ch(?:ap(?:ter)?)?s?|c|chp|глава|กอน|ตอนที่|ตอน)\.?\s?${range}(?:x\d+)?${end}`,
    'iu',
  ),
  new RegExp(
    String.raw`${edge}(?:issues?|no\.|nr\.|num(?:ber)?\.?|n°|№|ep(?:isode)?\.?|prog|part)\s?${range}${end}`,
    'iu',
  ),
  new RegExp(String.raw`第?\s?${range}\s?[話话回章화장]`, 'u'),
  new RegExp(String.raw`${edge}${range}\s?(?:глава)${end}`, 'iu'),
]
const special = /(?<![\p{L}\p{N}])(SP\s?\d+)(?![\p{L}\d])/u

/** Padded with zeros, or with three digits and more: nobody writes a name so. */
const padded = new RegExp(
  String.raw`(?<=^|\s)((?:0\d+|\d{3})(?:\.\d+)?${suffix})(?:\s?-\s?(\d+(?:\.\d+)?))?(?=$|\s|${blank})`,
  'gu',
)
/** At the end of the name, or before a dash. */
const bare = new RegExp(
  String.raw`(?<=^|\s)((?:\d+(?:\.\d+)?\s?[½¼¾]?|[½¼¾])${suffix})(?:\s?-\s?(\d+(?:\.\d+)?))?(?=\s*(?:$|${blank}|\s-+\s|\sof\s\d))`,
  'gu',
)
const yearLike = /^(?:18|19|20)\d\d$/

export function findNumber(text: string): Found | undefined {
  for (const shape of told) {
    const found = shape.exec(text)
    if (found !== null) return asFound(found)
  }
  const named = special.exec(text)
  if (named !== null) return asFound(named)
  const numbers = [...text.matchAll(padded), ...text.matchAll(bare)].filter(({ 1: number }) => !yearLike.test(number!))
  // '100 Bullets 005': a number that begins the name is part of it when another one follows
  const chosen = numbers.find(({ index }) => index > 0) ?? numbers[0]
  return chosen === undefined ? undefined : asFound(chosen)
}

function asFound(found: RegExpExecArray): Found {
  const [whole, first, last] = found
  return { at: found.index, end: found.index + whole.length, first: first!.trim(), last: last ?? null }
}
