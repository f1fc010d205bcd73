import type { Coin } from '../coin/coin.ts'

/** The words that a coin is searched by, most telling first: `1881-S`, `Morgan`, `dollar`, `MS65`. */
export function searchWords({ year, mintMark, series, denomination, title, grade }: Coin): readonly string[] {
  const struck = year === undefined ? [] : [mintMark ? `${year}-${mintMark}` : String(year)]
  const name = series ?? title
  const named = name === undefined ? [] : plainWords(name)
  const valued = named.length > 0 || denomination === undefined ? [] : plainWords(denomination)
  const graded = grade?.service === undefined || grade.number === undefined ? [] : [`${grade.prefix}${grade.number}`]
  return [...new Set([...struck, ...named, ...valued, ...graded])]
}

/** Without the signs that search languages give a meaning to. */
function plainWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}.'-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
}
