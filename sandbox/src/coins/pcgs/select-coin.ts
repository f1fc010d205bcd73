import type { CoinMarket } from '../market/coin-market.ts'
import type { MarketCoin } from '../market/market-coin.ts'

/** A coin of the market at one grade. `isPriced`: the market has prices for this grade. */
export type SelectedCoin = { readonly coin: MarketCoin; readonly grade: string; readonly isPriced: boolean }
export type Selected = SelectedCoin | 'empty' | 'invalid' | 'unknown'

export function selectByCertificate(market: CoinMarket, certificate: string): Selected {
  if (!/^\d{7,10}$/.test(certificate)) return 'invalid'
  const coin = market.coins.find((each) => each.certificate === certificate)
  return coin === undefined ? 'unknown' : { coin, grade: gradeOf(coin)!, isPriced: true }
}

export function selectByGrade(market: CoinMarket, query: Readonly<Record<string, string>>): Selected {
  const { PCGSNo = '', GradeNo = '', PlusGrade = 'false' } = query
  if (PCGSNo === '' && GradeNo === '') return 'empty'
  const number = Number(GradeNo)
  const isGrade = Number.isInteger(number) && number >= 1 && number <= 70
  if (!/^\d{1,7}$/.test(PCGSNo) || !isGrade || !/^(true|false)$/i.test(PlusGrade)) return 'invalid'
  const coin = market.coins.find(({ pcgsNumber }) => pcgsNumber === PCGSNo)
  if (coin === undefined) return 'unknown'
  const isPlus = PlusGrade.toLowerCase() === 'true'
  const grade = `${coin.market === 'proof' ? 'PR' : prefixOf(number)}${GradeNo}${isPlus ? '+' : ''}`
  return { coin, grade, isPriced: grade === gradeOf(coin) }
}

/** As in MS65. Undefined: no service has graded the coin. */
function gradeOf({ grade, market }: MarketCoin): string | undefined {
  return market === 'raw' ? undefined : grade?.split(' ')[1]
}

function prefixOf(number: number): string {
  const bands: readonly (readonly [number, string])[] = [
    ...([
      [60, 'MS'],
      [50, 'AU'],
      [40, 'XF'],
      [20, 'VF'],
      [12, 'F'],
      [8, 'VG'],
    ] as const),
    ...([
      [4, 'G'],
      [3, 'AG'],
      [2, 'FR'],
    ] as const),
  ]
  return bands.find(([from]) => number >= from)?.[1] ?? 'PO'
}
