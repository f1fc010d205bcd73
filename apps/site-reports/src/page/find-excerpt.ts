import { cleanText } from './clean-text.ts'
import { isBoilerplate } from './is-boilerplate.ts'
import type { Paragraph } from './paragraphs-of.ts'

const maxLength = 1_500
/** Shorter ones are dates and names. */
const fewCharacters = 25
/** Where nothing says that it is a paragraph, its length does. */
const manyCharacters = 80
/** More of it in links is a menu. */
const mostLinked = 0.5
/** Whatever comes later is not what a page begins with. */
const mostLookedAt = 5_000

/**
 * The first real paragraph: it is marked as one or long enough to be one, it is no line of links, and it says something of this page.
 * A page that has none gets its first line of some length, or else its first line.
 */
export function findExcerpt(paragraphs: readonly Paragraph[]): string | null {
  const lines = paragraphs.slice(0, mostLookedAt).filter(({ isHeading, isNote }) => !isHeading && !isNote)
  const firstOf = (fits: (line: Paragraph) => boolean) => lines.find((line) => fits(line) && !isBoilerplate(line.text))
  const found = firstOf(isReal) ?? firstOf(({ text }) => text.length >= fewCharacters) ?? firstOf(() => true)
  return found === undefined ? null : cleanText(found.text, maxLength)
}

function isReal({ text, isParagraph, linked }: Paragraph): boolean {
  if (text.length < (isParagraph ? fewCharacters : manyCharacters)) return false
  return linked <= text.length * mostLinked
}
