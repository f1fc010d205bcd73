import type { JunkKind } from './junk-listing.ts'

type Listed = {
  /** Twelve digits. */
  readonly legacyId: string
  readonly title: string
  /** What a search finds it by: the words of the title, and those that the seller filled in beside it. The two may differ. */
  readonly words: ReadonlySet<string>
  readonly cents: number
  /** Undefined: it is a price of the coin. Known to tests; no service serves it. */
  readonly junk?: JunkKind
}

/** A listing that was sold. */
export type Sale = Listed & {
  readonly soldAt: number
  readonly isAuction: boolean
  readonly bids: number
  readonly quantity: number
}

/** A listing that can be bought, or an auction that runs. */
export type Offer = Listed & {
  readonly isAuction: boolean
  readonly bids: number
  /** In which `cents` are. */
  readonly currency: 'USD' | 'EUR' | 'GBP'
  /** Undefined: it is not stated. `calculated`: it depends on the address of the buyer. */
  readonly shipping: number | 'calculated' | undefined
  readonly startedAt: number
  readonly endsAt: number
}

/** A lot of an auction house, in the records of PCGS. */
export type AuctionRecord = {
  readonly house: string
  readonly sale: string
  readonly lot: string
  readonly at: number
  readonly cents: number
}
