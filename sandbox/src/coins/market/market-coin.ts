import { seededRandom } from '../../catalogue/seeded-random.ts'
import { type CoinSeries, coinSeries } from './coin-series.ts'
import { mixedSeed } from './mixed-seed.ts'

/** A coin of the market, in the words that a collector enters. Absent fields are those that a collector would leave empty. */
export type MarketCoin = {
  /** 0 for the first coin of the market. */
  readonly index: number
  readonly market: 'raw' | 'graded' | 'proof'
  readonly issuer: string
  readonly denomination: string
  readonly year: number
  /** Empty: struck without one. */
  readonly mintMark: string
  readonly series: string
  readonly title: string
  /** As a person types it: `PCGS MS65`, `VF`. */
  readonly grade?: string
  /** Of a coin that PCGS has graded. */
  readonly certificate?: string
  readonly pcgsNumber: string
  readonly numistaNumber: string
  readonly kmNumber: string
}

type Struck = {
  readonly of: CoinSeries
  readonly year: number
  readonly mintMark: string
  readonly isProof: boolean
  readonly pcgs: number
}

/** Every year and mint of every series: no two coins of a market share them, so no listing offers two of its coins. */
const allStruck: readonly Struck[] = coinSeries.flatMap((of) => {
  const { years, mints, hasProofs, pcgs } = of
  const count = years[1] - years[0] + 1
  return Array.from({ length: count }, (_, at) =>
    mints.map((mintMark, mint) => ({
      ...{ of, year: years[0] + at, mintMark },
      // proofs were struck at one of the mints
      isProof: hasProofs && mint === 0,
      pcgs: pcgs + at * mints.length + mint,
    })),
  ).flat()
})

/** The most coins that a market can have. */
export const mostCoins = allStruck.length

/** The first `count` coins of the market of this seed. */
export function drawCoins(seed: number, count: number): readonly MarketCoin[] {
  if (!Number.isInteger(count) || count < 1 || count > mostCoins) {
    throw new Error(`a simulated market expects 1 to ${mostCoins} coins; got ${count}; ask for fewer`)
  }
  return shuffled(seed)
    .slice(0, count)
    .map((struck, index) => toCoin(struck, index, seededRandom(mixedSeed(seed, index, 1))))
}

/** The series that a coin belongs to. */
export function seriesOf(coin: MarketCoin): CoinSeries {
  return coinSeries.find(({ numista }) => String(numista) === coin.numistaNumber)!
}

function shuffled(seed: number): Struck[] {
  const random = seededRandom(mixedSeed(seed, 0))
  const all = [...allStruck]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = all[i]!
    all[i] = all[j]!
    all[j] = held
  }
  return all
}

function toCoin({ of, year, mintMark, isProof, pcgs }: Struck, index: number, random: () => number): MarketCoin {
  const market = isProof ? 'proof' : random() < 0.5 ? 'graded' : 'raw'
  const grade = gradeOf(market, random)
  const hasCertificate = grade?.startsWith('PCGS') === true && random() < 0.5
  return {
    ...{ index, market, issuer: of.issuer.code, denomination: of.denomination, year, mintMark, series: of.series },
    title: `${year}${mintMark === '' ? '' : `-${mintMark}`} ${of.name}`,
    ...(grade === undefined ? {} : { grade }),
    ...(hasCertificate ? { certificate: String(30_000_000 + index * 4_721 + Math.floor(random() * 4_000)) } : {}),
    ...{ pcgsNumber: String(pcgs), numistaNumber: String(of.numista), kmNumber: of.km },
  }
}

function gradeOf(market: MarketCoin['market'], random: () => number): string | undefined {
  const service = random() < 0.7 ? 'PCGS' : 'NGC'
  if (market === 'proof') return `${service} PR${65 + Math.floor(random() * 5)}`
  if (market === 'graded') return `${service} MS${62 + Math.floor(random() * 6)}`
  return random() < 0.5 ? undefined : ['VG', 'VF', 'XF', 'AU55'][Math.floor(random() * 4)]!
}
