import { perDollar } from '../market/exchange.ts'
import type { MarketCoin } from '../market/market-coin.ts'
import type { Offer } from '../market/market-listing.ts'
import { categoryOf, decimals, itemFields } from './item-fields.ts'

export type FoundOffer = { readonly coin: MarketCoin; readonly offer: Offer }

export const usdCents = ({ cents, currency }: Offer): number => Math.round(cents / perDollar[currency])

/** An entry of Browse. An auction has the bid that it has reached, and no price. */
export function itemSummary({ coin, offer }: FoundOffer) {
  const { isAuction, bids, shipping, startedAt, endsAt, legacyId } = offer
  const listedAt = new Date(startedAt).toISOString()
  return {
    ...{ ...itemFields(coin, offer), legacyItemId: legacyId, leafCategoryIds: [categoryOf(coin)] },
    ...(isAuction ? { currentBidPrice: amountOf(offer), bidCount: bids } : { price: amountOf(offer) }),
    buyingOptions: isAuction ? ['AUCTION'] : ['FIXED_PRICE', 'BEST_OFFER'],
    ...(shipping === undefined ? {} : { shippingOptions: [shippingOption(shipping)] }),
    ...{ itemCreationDate: listedAt, itemOriginDate: listedAt },
    ...(isAuction ? { itemEndDate: new Date(endsAt).toISOString() } : {}),
    ...{ thumbnailImages: [{ imageUrl: `https://i.ebay.example/images/${legacyId}/s-l1600.jpg` }] },
    ...{ adultOnly: false, availableCoupons: false, topRatedBuyingExperience: false, priorityListing: false },
  }
}

/** In dollars, and beside it what the seller named in another currency. */
function amountOf(offer: Offer) {
  const { cents, currency } = offer
  const amount = { value: decimals(usdCents(offer)), currency: 'USD' }
  if (currency === 'USD') return amount
  return { ...amount, convertedFromValue: decimals(cents), convertedFromCurrency: currency }
}

function shippingOption(shipping: number | 'calculated') {
  if (shipping === 'calculated') return { shippingCostType: 'CALCULATED' }
  return { shippingCostType: 'FIXED', shippingCost: { value: decimals(shipping), currency: 'USD' } }
}
