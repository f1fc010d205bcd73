import type { CoinMarket } from '../market/coin-market.ts'
import type { CoinSeries } from '../market/coin-series.ts'
import { convertCents, type MarketCurrency, perDollar } from '../market/exchange.ts'
import type { MarketCoin } from '../market/market-coin.ts'

const site = 'https://en.numista.example/catalogue'

export function typeSummary({ numista, denomination, series, issuer, years }: CoinSeries) {
  return {
    ...{ id: numista, title: `${denomination} "${series}"`, category: 'coin', issuer },
    ...{ min_year: years[0], max_year: years[1] },
    obverse_thumbnail: `${site}/images/${numista}-180.jpg`,
    reverse_thumbnail: `${site}/images/${numista}r-180.jpg`,
  }
}

export function typeBody(series: CoinSeries) {
  const { numista, denomination, value, composition, km, name } = series
  const { obverse_thumbnail: _, reverse_thumbnail: __, ...summary } = typeSummary(series)
  return {
    ...{ ...summary, url: `${site}/pieces${numista}.html`, type: 'Standard circulation coins', shape: 'Round' },
    value: { text: denomination, numeric_value: value },
    composition: { text: composition },
    ...{ series: name, references: [{ catalogue: { id: 3, code: 'KM' }, number: km.replace(/\D+/g, '') }] },
  }
}

export const issueId = ({ pcgsNumber }: MarketCoin): number => 50_000 + Number(pcgsNumber)

export function issueBody(coin: MarketCoin) {
  const { year, mintMark } = coin
  return {
    ...{ id: issueId(coin), is_dated: true, year, gregorian_year: year },
    ...(mintMark === '' ? {} : { mint_letter: mintMark }),
    mintage: 10_000 * (1 + (coin.index % 400)),
  }
}

export const isCurrency = (text: string): text is MarketCurrency => text in perDollar

/** What a coin of each grade is worth, as a share of an uncirculated one. */
const shares = { g: 0.2, vg: 0.28, f: 0.38, vf: 0.5, xf: 0.65, au: 0.8, unc: 1 } as const

/** Guide prices of an issue, up to 15 % off. Some issues have none. */
export function pricesBody(market: CoinMarket, coin: MarketCoin, currency: MarketCurrency) {
  if (coin.index % 10 === 9) return { currency, prices: [] }
  const uncirculated = (market.trueCents(coin) / shares[gradeOf(coin)]) * (0.85 + (coin.index % 7) / 20)
  const prices = Object.entries(shares).map(([grade, share]) => ({
    grade,
    price: convertCents(uncirculated * share, currency) / 100,
  }))
  return { currency, prices }
}

function gradeOf({ market, grade = 'VF' }: MarketCoin): keyof typeof shares {
  if (market !== 'raw') return 'unc'
  return grade.toLowerCase().replace(/\d+$/, '') as keyof typeof shares
}
