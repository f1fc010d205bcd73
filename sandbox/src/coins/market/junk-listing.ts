import { plainTitle } from './listing-title.ts'
import { type MarketCoin, seriesOf } from './market-coin.ts'

/** Why a listing is no price of the coin it is found for. `silent`: its title does not say so. */
export const junkKinds = [
  ...(['copy', 'several', 'plated', 'tribute', 'damaged', 'no-coin', 'other-year', 'other-mint'] as const),
  ...(['other-grade', 'silent'] as const),
] as const
export type JunkKind = (typeof junkKinds)[number]
type Random = () => number

/** The lowest and highest price of each kind, as multiples of the coin's. */
const prices: Readonly<Record<Exclude<JunkKind, 'silent'>, readonly [low: number, high: number]>> = {
  copy: [0.02, 0.2],
  several: [2, 10],
  plated: [0.05, 0.3],
  tribute: [0.05, 0.4],
  damaged: [0.25, 0.6],
  'no-coin': [0.02, 0.15],
  'other-year': [0.3, 5],
  'other-mint': [0.3, 5],
  'other-grade': [0.3, 6],
}

/** Three of ten junk listings are silent; the others are of all kinds alike. */
export function drawJunkKind(random: Random): JunkKind {
  if (random() < 0.3) return 'silent'
  return junkKinds[Math.floor(random() * (junkKinds.length - 1))]!
}

/** The price of junk, as a multiple of the coin's. */
export function drawJunkFactor(kind: JunkKind, random: Random): number {
  const [low, high] = kind === 'silent' ? (random() < 0.5 ? [0.05, 0.55] : [2, 10]) : prices[kind]
  return low * (high / low) ** random()
}

/** The title of a listing that says itself that it does not offer the coin. */
export function junkTitle(coin: MarketCoin, kind: Exclude<JunkKind, 'silent'>, random: Random): string {
  const base = plainTitle(coin)
  const either = (first: string, second: string) => (random() < 0.5 ? first : second)
  switch (kind) {
    case 'copy':
      return either(`${base} COPY`, `Replica ${base}`)
    case 'several':
      return either(`Lot of ${3 + Math.floor(random() * 5)} ${base}`, `Roll ${base} (20)`)
    case 'plated':
      return either(`${base} 24k gold plated`, `${base} colorized`)
    case 'tribute':
      return either(`${base} tribute`, `Medallion in the style of ${base}`)
    case 'damaged':
      return either(`${base} cleaned`, `${base} holed`)
    case 'no-coin':
      return either(`Empty holder for ${base}`, `Album page for ${base}`)
    case 'other-year':
      return plainTitle(struckIn(coin, coin.year + pick([-2, -1, 1, 2, 3], random), coin.mintMark))
    case 'other-mint':
      return plainTitle(otherMint(coin, random))
    case 'other-grade':
      return `${coin.title} ${otherGrade(coin, random)}`
  }
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

function struckIn(coin: MarketCoin, year: number, mintMark: string): Pick<MarketCoin, 'title' | 'grade'> {
  return { ...coin, title: `${year}${mintMark === '' ? '' : `-${mintMark}`} ${seriesOf(coin).name}` }
}

/** Of a series from one mint, another year in its place. */
function otherMint(coin: MarketCoin, random: Random): Pick<MarketCoin, 'title' | 'grade'> {
  const others = seriesOf(coin).mints.filter((mint) => mint !== coin.mintMark && mint !== '')
  return others.length === 0
    ? struckIn(coin, coin.year + 1, coin.mintMark)
    : struckIn(coin, coin.year, pick(others, random))
}

function otherGrade({ market, grade }: MarketCoin, random: Random): string {
  if (market === 'raw') return `PCGS MS${64 + Math.floor(random() * 4)}`
  if (market === 'proof') return 'uncirculated, in its mint cellophane'
  const distance = 2 + Math.floor(random() * 2)
  return grade!.replace(/\d+$/, (number) => String(Number(number) + (Number(number) < 65 ? distance : -distance)))
}
