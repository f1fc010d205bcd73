import { type EbayError, ebayError, errorAnswer } from './ebay-error.ts'
import type { PagingFault } from './page-of.ts'
import { marketplaces, type SearchRequest } from './search-request.ts'

const domain = 'API_BROWSE'
const error = (errorId: number, message: string, parameters: Readonly<Record<string, string>> = {}) =>
  ebayError(errorId, message, { domain, parameters })

export const browseErrors = {
  notFound: ebayError(11_001, 'The specified item Id was not found.', { domain }),
} as const

const pagingErrors: Readonly<Record<PagingFault, EbayError>> = {
  'offset-negative': error(12_004, "The 'offset' value cannot be negative."),
  'offset-not-an-integer': error(12_005, "The 'offset' value must be an integer."),
  'limit-out-of-range': error(12_006, "The 'limit' value should be between 1 and 200 (inclusive)."),
  'limit-not-an-integer': error(12_007, "The 'limit' value must be an integer value."),
  'offset-too-large': error(12_029, "The 'offset' value must be less than 10,000."),
}

/** Undefined: the search is served, perhaps with warnings. */
export function refusalOfBrowse({ url, marketplace, q, ...request }: SearchRequest): Response | undefined {
  if (!marketplaces.includes(marketplace ?? '')) {
    const message = `Currently, the ${marketplace} marketplace is not supported. The supported Marketplaces are: ${marketplaces}.`
    return errorAnswer(409, ebayError(12_019, message, { domain, category: 'BUSINESS' }))
  }
  const names = ['q', 'category_ids', 'epid', 'gtin']
  if (names.every((name) => !url.searchParams.get(name)?.trim())) {
    return errorAnswer(
      400,
      error(12_001, "The call must have a valid 'q', 'category_ids', 'epid' or 'gtin' query parameter."),
    )
  }
  if (typeof request.paging === 'string') return errorAnswer(400, pagingErrors[request.paging])
  if (!request.isTopCategoryAlone) return undefined
  const message = 'Top level category browsing is not allowed. Please provide keywords or more filters.'
  return errorAnswer(409, ebayError(12_013, message, { domain, category: 'BUSINESS' }))
}

/** What Browse ignores, and says so in an answer of status 200. */
export function warningsOfBrowse({ filters, sort, category, isKnownCategory }: SearchRequest): readonly EbayError[] {
  const { invalid, lacksCurrency } = filters
  const warnings = invalid.map((name) =>
    error(12_002, `The ${name} value is invalid. For the valid values, refer to the API call documentation.`, {
      filterName: name,
    }),
  )
  if (sort !== undefined && !['price', '-price', 'newlyListed', 'endingSoonest', 'distance'].includes(sort)) {
    warnings.push(error(12_008, "The 'sort' value is invalid.", { sort }))
  }
  if (category !== undefined && !isKnownCategory) {
    warnings.push(error(12_009, "The 'category_ids' query parameter is invalid.", { category_ids: category }))
  }
  if (lacksCurrency) {
    warnings.push(error(12_012, "A valid 'price' filter and a valid 'priceCurrency' filter is necessary."))
  }
  return warnings
}
