import type { FetchAnswer, FetchOptions, SourceDefinition } from 'pawl'
import type { Coin } from '../coin/coin.ts'
import type { Listing, PriceType } from '../listing/listing.ts'
import type { QueryParams } from './query-params.ts'

/** `job.fetch`: all requests to the outside go through it, so that limits, circuits and caches hold. */
export type Ask = (url: string | URL, options?: FetchOptions) => Promise<FetchAnswer>

/** An access token that all workers share. It is fetched again when it is about to expire or was refused. */
export type SharedToken = {
  /** The current token. `refused`: the token that the service no longer accepts. */
  get(refused?: string): Promise<string>
}

/** A token as a service grants it. */
export type FetchedToken = { readonly token: string; readonly expiresInMs: number }

/** How the access token of a source is fetched. Workers share it, because services grant a limited number a day. */
export type TokenGrant = {
  readonly scope: string
  /** A hash of the credentials: a token belongs to those that it was granted for. */
  readonly credentials: string
  /** The service that grants it, with a limit of its own. */
  readonly definition: SourceDefinition
  /** Throws a `PermanentError` where the credentials are refused. */
  fetch(ask: Ask): Promise<FetchedToken>
}

/** What a source needs to collect prices of one coin. */
export type CollectInput = {
  readonly ask: Ask
  readonly token: SharedToken
  readonly coin: Coin
  readonly params: QueryParams
  /** The day of the collection: offers count for this day. As in 2026-03-01. */
  readonly today: string
}

/** One answer of a source. */
export type ListingPage = {
  readonly listings: readonly Listing[]
  /** What could not be read, and what the service warns of. */
  readonly warnings: readonly string[]
}

/** What a source knows about a coin by its certificate. */
export type CertifiedCoin = Coin & { readonly gradeText?: string | undefined }

/**
 * A market that prices come from. To add one, write one file that makes this, name it in `sources.ts`, and add its row to the table
 * `source`.
 */
export type CoinSource = {
  /** As in sources.name: `ebay-browse`. */
  readonly name: string
  readonly title: string
  readonly definition: SourceDefinition
  readonly priceTypes: readonly PriceType[]
  /** Undefined: the source needs no access token. */
  readonly token?: TokenGrant | undefined
  /** Why this coin cannot be looked for there, in words for a person. Undefined: it can. */
  whyNot(coin: Coin): string | undefined
  /** Page after page. Throws a `PermanentError` where no retry can help. */
  collect(input: CollectInput): AsyncIterable<ListingPage>
  /** Null: the service knows no such certificate. */
  lookUp?(input: Pick<CollectInput, 'ask' | 'token'>, certificate: string): Promise<CertifiedCoin | null>
}
