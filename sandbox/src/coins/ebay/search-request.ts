import { isCategory, topCategory } from './item-fields.ts'
import { type Paging, type PagingFault, readPaging } from './page-of.ts'
import { readFilters, type SearchFilters } from './search-filters.ts'

/** What a search of either interface states in the same way. */
export type SearchRequest = {
  readonly url: URL
  readonly q: string | undefined
  /** Undefined: none is given. */
  readonly category: string | undefined
  readonly isKnownCategory: boolean
  /** The category is one at the top, and nothing else narrows the search. */
  readonly isTopCategoryAlone: boolean
  readonly filters: SearchFilters
  readonly sort: string | undefined
  readonly marketplace: string | undefined
  readonly paging: Paging | PagingFault
}

export const marketplaces: readonly string[] = ['EBAY_US']

export function readSearch(
  address: string,
  marketplace: string | undefined,
  dateName: 'itemEndDate' | 'lastSoldDate',
): SearchRequest {
  const url = new URL(address)
  const param = (name: string) => url.searchParams.get(name)?.trim() || undefined
  const q = param('q')
  const category = param('category_ids')
  return {
    ...{ url, q, category, marketplace, sort: param('sort') },
    isKnownCategory: category === undefined || isCategory(category),
    isTopCategoryAlone: category === topCategory && q === undefined,
    filters: readFilters(param('filter') ?? '', dateName),
    paging: readPaging(url.searchParams),
  }
}
