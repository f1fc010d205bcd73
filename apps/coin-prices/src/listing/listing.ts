import type { Grade } from '../coin/grade.ts'
import type { Money } from '../money/money.ts'

/** What a price says: money was paid, is asked for, is offered in a running auction, or stands in a price guide. */
export type PriceType = 'sold' | 'ask' | 'bid' | 'guide'

/** One offer, sale or guide entry as a source states it. It carries no name of a seller or bidder. */
export type Listing = {
  /** The source's own id. */
  readonly externalId?: string | undefined
  readonly url?: string | undefined
  readonly title: string
  readonly priceType: PriceType
  /** What is paid for the coin itself, buyer's premium included, shipping and tax excluded. */
  readonly price: Money
  readonly hammerCents?: number | undefined
  readonly premiumCents?: number | undefined
  readonly shippingCents?: number | undefined
  readonly taxCents?: number | undefined
  /** The day of the sale; for an offer, the day it was seen. As in 2026-03-01. */
  readonly day: string
  /** A grade that the source states in a field of its own. */
  readonly grade?: Grade | undefined
  readonly certificate?: string | undefined
  /** The source found this entry by the coin's own catalogue number, so the title need not name the coin. */
  readonly isExact?: boolean | undefined
  /** How many of the same were sold. Default: 1. */
  readonly quantity?: number | undefined
}
