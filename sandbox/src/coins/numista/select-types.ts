import { type CoinSeries, coinSeries } from '../market/coin-series.ts'

type Query = Readonly<Record<string, string>>

export function isTypeQuery({ q, issuer, year, category }: Query): boolean {
  return [q, issuer, year, category].some((value) => (value ?? '').trim() !== '')
}

/** The types that have all words of `q` in their title, and are of this issuer, year and category. */
export function selectTypes({ q = '', issuer, year, category = 'coin' }: Query): readonly CoinSeries[] {
  if (category !== 'coin') return []
  const wanted = wordsOf(q)
  return coinSeries.filter((series) => {
    const words = wordsOf(`${series.name} ${series.issuer.name}`)
    const [first, last] = series.years
    return (
      wanted.every((word) => words.includes(word)) &&
      (issuer === undefined || issuer === series.issuer.code) &&
      (year === undefined || (first <= Number(year) && Number(year) <= last))
    )
  })
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
