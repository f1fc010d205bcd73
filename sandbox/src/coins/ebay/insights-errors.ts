import { coinKeys } from '../coin-keys.ts'
import { type EbayError, ebayError, errorAnswer } from './ebay-error.ts'
import { type EbayToken, insightsScope } from './ebay-tokens.ts'
import type { PagingFault } from './page-of.ts'
import { marketplaces, type SearchRequest } from './search-request.ts'

const domain = 'API_MARKETPLACE_INSIGHTS'
const refuse = (errorId: number, message: string) => errorAnswer(400, ebayError(errorId, message, { domain }))
const conflict = (errorId: number, message: string) =>
  errorAnswer(409, ebayError(errorId, message, { domain, category: 'BUSINESS' }))

const offset: readonly [number, string] = [
  100_002,
  "The 'offset' value is invalid. Offset cannot be negative and must be an integer.",
]
const limit: readonly [number, string] = [100_003, "The 'limit' value should be between 1 and 200 (inclusive)."]
const pagingErrors: Readonly<Record<PagingFault, readonly [number, string]>> = {
  'offset-negative': offset,
  'offset-not-an-integer': offset,
  'offset-too-large': [100_021, "The 'offset' value must be less than 10,000."],
  'limit-out-of-range': limit,
  'limit-not-an-integer': limit,
}

export const insightsErrors: Readonly<Record<'notFound', EbayError>> = {
  notFound: ebayError(100_000, 'There is no such method.', { domain, category: 'APPLICATION' }),
}

/** Most keys may not call this interface, and a token needs its scope. */
export function whyNoInsights({ clientId, scopes }: EbayToken): Response | undefined {
  if (!scopes.includes(insightsScope)) {
    const message = 'Insufficient permissions to fulfill the request.'
    return errorAnswer(403, ebayError(1_100, message, { domain: 'ACCESS' }))
  }
  if (clientId !== coinKeys.ebayWithoutInsights.clientId) return undefined
  return errorAnswer(403, ebayError(100_017, 'Insufficient permissions to use this API.', { domain }))
}

/** Undefined: the search is served. Unlike Browse, this interface refuses filters that it cannot read. */
export function refusalOfInsights(request: SearchRequest): Response | undefined {
  const { marketplace, category, isKnownCategory, isTopCategoryAlone, filters, sort, paging } = request
  if (marketplace === undefined) return refuse(100_020, "The header 'X-EBAY-C-MARKETPLACE-ID' is required.")
  if (!marketplaces.includes(marketplace)) {
    return conflict(100_005, `Currently, the ${marketplace} marketplace is not supported.`)
  }
  if (request.q === undefined && category === undefined) {
    return refuse(100_001, "The call must have a valid 'q', 'category_ids', 'epid' or 'gtin' query parameter.")
  }
  if (category === undefined) return refuse(100_018, 'This query requires at least one category.')
  if (!isKnownCategory) return conflict(100_015, `The category ${category} is not supported.`)
  if (isTopCategoryAlone) {
    return conflict(100_004, 'The category is a top-level category. You must include a keyword or epid or gtin.')
  }
  if (typeof paging === 'string') return refuse(...pagingErrors[paging])
  if (sort !== undefined && sort !== 'price' && sort !== '-price')
    return refuse(100_006, "The 'sort' value is invalid.")
  if (filters.lacksCurrency) return refuse(100_007, "A valid 'price' filter and a valid 'priceCurrency' is required.")
  const [invalid] = filters.invalid
  return invalid === undefined ? undefined : refuse(100_011, `The ${invalid} value is invalid.`)
}
