import { wordsIn } from '../market/words-in.ts'

/** Whether a text contains what a query asks for. */
export type WordTest = (words: ReadonlySet<string>) => boolean

/** Browse: a space joins words that must all occur, `(a, b)` lists alternatives. */
export function browseWords(q: string): WordTest {
  const alternatives = [...q.matchAll(/\(([^)]*)\)/g)].map(([, list = '']) => list.split(',').map(allOf))
  const required = allOf(q.replace(/\([^)]*\)/g, ' '))
  return (words) => required(words) && alternatives.every((list) => list.some((test) => test(words)))
}

/** Marketplace Insights: a comma joins words that must all occur, a space joins alternatives. */
export function insightsWords(q: string): WordTest {
  const required = q.split(',').map((part) => part.split(/\s+/).filter(Boolean).map(allOf))
  return (words) => required.every((list) => list.length === 0 || list.some((test) => test(words)))
}

function allOf(text: string): WordTest {
  const wanted = [...wordsIn(text)]
  return (words) => wanted.every((word) => words.has(word))
}
