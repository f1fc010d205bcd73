import { type FoundNumber, readNumber } from './read-number.ts'

const words = [
  ...['chapters?', 'chaps?', 'chp', 'chs?', 'episodes?', 'eps?'],
  ...['cap[íi]tulo', 'cap', 'chapitre', 'kapitel', 'capitolo', 'глава', 'bölüm', 'chương', '#'],
].join('|')
/** 'Ch.4', 'chapter 12', 'c001', 'E5', '#7': what follows is the number. */
const marked = new RegExp(String.raw`(?<!\p{L})(?:(?:${words})[ .:,_#-]*|[ce]\.? ?)(?=\d)`, 'gu')
/** 'No. 7', 'issue 7': the number too, but these words also belong to names ('Kaiju No. 8 chapter 36'). */
const numbered = /(?<!\p{L})(?:issue|no|nr|№)[ .:,_#-]*(?=\d)/gu
const counted = /第 ?(?=\d+(?:\.\d+)?(?:-\d+)? ?[話话回章])|(?<![\d.])(?=\d+(?:\.\d+)? ?[話话화회])/g
/** 'Title 027: Part 002: Chapter 001': what stands first and alone is the number, whatever its name says. */
const leading = /^[ ,:-]*(?=\d+(?:\.\d+)? ?:)/g
/** Not the tail of another number or word, and not the count of extras: 'Extra 3' is no chapter 3. */
const bare = /(?<![\p{L}\d.,])(?<!\d[.,])(?<!(?:extra|omake|special|bonus|story)[ -])(?=\d)/gu

const withoutTags = (title: string) => title.replace(/\[[^\]]*\]/g, ' ').trim()
const withoutBrackets = (title: string) => withoutTags(title).replace(/\((?!part|pt|extra|omake|special)[^)]*\)/g, ' ')

/**
 * The number in a title that has no volume and no title of its series any more. The surest sign is looked for first; what stands in
 * brackets is most often a group, a language or a year, and counts only when nothing else does.
 */
export function findNumber(title: string): FoundNumber | undefined {
  const plain = withoutTags(title)
  return (
    firstAt(plain, counted) ??
    firstAt(plain, leading) ??
    firstAt(plain, marked) ??
    firstAt(plain, numbered) ??
    firstAt(withoutBrackets(title), bare) ??
    firstAt(title, marked) ??
    firstAt(title, numbered) ??
    firstAt(title.replace(/[[\]()]/g, ' '), bare)
  )
}

function firstAt(text: string, sign: RegExp): FoundNumber | undefined {
  for (const { index, 0: found } of text.matchAll(sign)) {
    const number = readNumber(text.slice(index + found.length))
    if (number !== undefined) return number
  }
  return undefined
}
