import type { z } from 'zod'
import type { Coin } from '../../coin/coin.ts'
import { parseGrade } from '../../coin/parse-grade.ts'
import type { Listing } from '../../listing/listing.ts'
import { parseAmount } from '../../money/parse-amount.ts'
import { auctionRecord, type coinFacts } from './pcgs-shapes.ts'

/** The guide price of a graded coin. Undefined: there is none, or the coin has no grade. */
export function guideListing(facts: z.output<typeof coinFacts>, coin: Coin, today: string): Listing | undefined {
  const grade = coin.grade ?? (facts.Grade === undefined ? undefined : parseGrade(`PCGS ${facts.Grade}`))
  const price = parseAmount(String(facts.PriceGuideValue ?? 0), 'USD')
  if (grade?.number === undefined || price === undefined || price.cents === 0) return undefined
  return {
    externalId: `guide-${facts.PCGSNo ?? coin.catalogue?.pcgs}-${grade.prefix}${grade.number}${grade.isPlus ? '+' : ''}`,
    url: facts.CoinFactsLink,
    title: facts.Name ?? 'PCGS price guide',
    priceType: 'guide',
    price,
    day: today,
    grade,
    isExact: true,
  }
}

/** An auction record. Its price holds the buyer's premium, and its date is a month. */
export function auctionListing(entry: unknown, coin: Coin): Listing | string {
  const read = auctionRecord.safeParse(entry)
  if (!read.success) return `/${read.error.issues[0]?.path.join('/')}: ${read.error.issues[0]?.message}`
  const { Auctioneer, SaleName, LotNo, AuctionLotUrl, Date: month, Price, CertNo } = read.data
  const [, mm, yyyy] = /^(0[1-9]|1[0-2])-(\d{4})$/.exec(month) ?? []
  if (yyyy === undefined) return `expected a month as MM-YYYY; got '${month}'`
  const price = parseAmount(Price, 'USD')
  if (price === undefined || price.cents === 0) return `no readable price (${Price})`
  const lot = [Auctioneer, SaleName, LotNo].filter((part) => part !== undefined)
  return {
    externalId: LotNo === undefined ? undefined : lot.join('|'),
    url: AuctionLotUrl,
    title: lot.join(', ') || 'auction record',
    priceType: 'sold',
    price,
    day: `${yyyy}-${mm}-01`,
    grade: coin.grade,
    certificate: CertNo,
    isExact: true,
  }
}
