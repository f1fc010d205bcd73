import { blank } from './take-brackets.ts'

/** The shapes in which names have numbers, as sources of regular expressions. */

const unsigned = String.raw`\d+(?:\.\d+)*(?:\s?[½¼¾])?|[½¼¾]`
/** '12a', '1.MU', '10AI': directly behind the number. A word that follows it is of the title. */
const suffix = String.raw`(?:\.?[A-Z]{2,3}(?![\p{L}\d])|[a-z](?![\p{L}\d]))?`
export const edge = String.raw`(?<![\p{L}\p{N}])`
export const end = String.raw`(?![\p{L}\d])`

/** Without spaces it is a range wherever it stands; with spaces at the end alone: '033 - 100 Ways' has a title. */
const last = String.raw`(?:-#?(?<last>\d+(?:\.\d+)?)|(?<spaced>\s?-\s?#?(?<spacedLast>\d+(?:\.\d+)?))(?=x\d|\s*(?:$|${blank})))?`

function range(first: string): string {
  return `(?<first>(?:${first})${suffix})${last}`
}

export const unsignedRange = range(unsigned)
export const signedRange = range(`-?(?:${unsigned})`)
/** Padded with zeros, or with three digits and more: names are not written so. */
export const paddedRange = range(String.raw`(?:0\d+|\d{3})(?:\.\d+)?`)

/** Words match in any case, and suffixes behind a number do not: so a whole expression cannot ignore it. */
export function anyCase(words: string): string {
  return words.replace(/\p{L}/gu, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
}

export const chapterWords = anyCase('(?:ch(?:ap(?:ter)?)?s?|chp|глава|กอน|ตอนที่|ตอน)')
export const issueWords = anyCase('(?:issues?|iss|heft|ausgabe|nummer|numero|número|numéro|выпуск)')
const shortNumberWords = anyCase(`(?:no|nr|num(?:ber)?|n°|№)`)
/** They may be of the name of a series: 'Kaiju No. 8'. */
export const weakWords = anyCase(String.raw`(?:no\.|nr\.|num(?:ber)?\.?|n°|№|ep(?:isode)?\.?|prog|part|teil)`)
/** Between a word and its number: 'Issue-7', 'Ch. 7', 'Issue: No. 7'. */
export const gap = String.raw`(?:-|[\s.:]*)(?:${edge}${shortNumberWords}[\s.:]*)?`
