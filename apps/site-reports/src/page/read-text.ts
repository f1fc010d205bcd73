import { cutText } from './clean-text.ts'
import { findExcerpt } from './find-excerpt.ts'
import { attributeOf, type Element, type HtmlNode } from './html-tree.ts'
import { type Paragraph, paragraphsOf } from './paragraphs-of.ts'

export type PageText = {
  /** A paragraph a line, cut where it is too long. */
  readonly text: string
  readonly words: number
  /** The first one that says something of the page. */
  readonly firstParagraph: string | null
  readonly isReadable: boolean
}

/** More than any budget of a prompt takes. */
const maxLength = 30_000
/** Below this, what was left out as a frame is taken in. */
const fewWords = 25

const frame = new Set(['nav', 'footer', 'aside', 'dialog'])
const frameRoles = new Set(['navigation', 'contentinfo', 'complementary', 'search', 'dialog', 'alert', 'menu'])

/** What people read on a page: its paragraphs, without menus, footers and what is hidden. */
export function readText(body: HtmlNode): PageText {
  const content = paragraphsOf(body, isFrame)
  const isFew = countWords(joined(content.slice(0, fewWords))) < fewWords
  const paragraphs = isFew ? paragraphsOf(body, () => false) : content
  const text = joined(paragraphs)
  return {
    text: cutText(text, maxLength),
    words: countWords(text),
    firstParagraph: findExcerpt(content) ?? findExcerpt(paragraphs),
    isReadable: isEnough(paragraphs),
  }
}

function isFrame(element: Element): boolean {
  return frame.has(element.tagName) || frameRoles.has(attributeOf(element, 'role')?.trim().toLowerCase() ?? '')
}

function joined(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ text }) => text).join('\n')
}

/** Scripts that put no blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const pieceLength = 1_000
/** Nobody needs to know it to the word. */
const mostSegmented = 200_000

export function countWords(text: string): number {
  if (!unspaced.test(text)) return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  // in pieces: of a text in one the time grows with the square. What a cut between two adds is not worth the care.
  for (let at = 0; at < Math.min(text.length, mostSegmented); at += pieceLength) {
    for (const { isWordLike } of segmenter.segment(text.slice(at, at + pieceLength))) if (isWordLike) count++
  }
  return count
}

/** Paragraphs of some length count by the root of what they have more; a few of them are a text. */
function isEnough(paragraphs: readonly Paragraph[]): boolean {
  const long = paragraphs.filter(({ text, isHeading }) => !isHeading && text.length >= 140)
  return long.reduce((score, { text }) => score + Math.sqrt(text.length - 140), 0) > 20
}
