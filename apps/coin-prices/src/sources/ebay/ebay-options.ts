import type { AllowPrivate } from 'pawl'
/** How eBay is called. */
export type EbayOptions = {
  /** Default: https://api.ebay.com. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** As in EBAY_US. */
  readonly marketplace: string
  readonly allowPrivate: AllowPrivate
  readonly userAgent: string
  readonly cacheTtlMs: number | undefined
}
