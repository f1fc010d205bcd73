import { type MarketCoin, seriesOf } from './market-coin.ts'

type Random = () => number
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

const remarks = [
  ...['nice eye appeal', 'great luster', 'sharp strike', 'original skin', 'better date', 'from an estate'],
  ...['light toning', 'ships fast', 'a beauty', 'L@@K'],
]

/** A title that states what the coin is, as one of many sellers writes it. At most 80 characters. */
export function cleanTitle(coin: MarketCoin, random: Random): string {
  const { name, issuer } = seriesOf(coin)
  const struck = struckText(coin, random)
  const grade = gradeText(coin, random)
  const remark = random() < 0.4 ? pick(remarks, random) : ''
  const parts = pick(
    [
      [struck, name, grade, remark],
      [struck, name, grade, '-', remark],
      [grade, struck, name, remark],
      [issuer.name, struck, name, grade],
      [name, struck, grade, remark],
    ],
    random,
  )
  const title = parts
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[ -]+$/, '')
    .trim()
  return title.length <= 80 ? title : plainTitle(coin)
}

/** The shortest title that states what the coin is. */
export function plainTitle({ title, grade }: Pick<MarketCoin, 'title' | 'grade'>): string {
  return grade === undefined ? title : `${title} ${grade}`
}

function struckText({ year, mintMark, issuer }: MarketCoin, random: Random): string {
  if (mintMark !== '') return random() < 0.7 ? `${year}-${mintMark}` : `${year} ${mintMark}`
  return issuer === 'united-states' && random() < 0.2 ? `${year}-P` : String(year)
}

/** Sellers of certified coins state the grade; most others do. */
function gradeText({ grade, market }: MarketCoin, random: Random): string {
  if (grade === undefined || (market === 'raw' && random() < 0.4)) return ''
  const [service, number] = grade.split(' ')
  if (number === undefined) return grade
  const written = random() < 0.8 ? number : number.replace(/(?=\d)/, random() < 0.5 ? ' ' : '-')
  return random() < 0.6 ? `${service} ${written}` : `${written} ${service}`
}
