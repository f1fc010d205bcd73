import { PermanentError } from 'pawl'
import { z } from 'zod'
import { cacheKey } from '../../coin/cache-key.ts'
import type { CollectInput, ListingPage } from '../coin-source.ts'
import { readJson } from '../shared/read-json.ts'
import { ebayError } from './ebay-error.ts'
import type { EbayOptions } from './ebay-options.ts'

const page = z.looseObject({
  total: z.number().int().default(0),
  warnings: z.array(z.object({ errorId: z.number(), message: z.string().default('') })).default([]),
})

export type EbaySearch = {
  readonly source: string
  readonly path: string
  /** The list of entries in a page: `itemSummaries`. It is absent from a page without entries. */
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  readEntries(entries: readonly unknown[]): ListingPage
}

/** eBay serves no entry at or behind this offset. */
const offsetLimit = 10_000

/** Reads a search page by page, with a new token where eBay refuses the old one. */
export async function* ebayPages(
  search: EbaySearch,
  input: CollectInput,
  options: EbayOptions,
): AsyncGenerator<ListingPage> {
  const { limit = 200, maxPages = 2 } = input.params
  for (let index = 0; index < maxPages; index++) {
    const offset = index * limit
    if (offset >= offsetLimit) return
    const answer = await askWithToken(search, input, options, { limit: String(limit), offset: String(offset) })
    const { total, warnings, [search.list]: entries } = readJson(search.source, answer, page)
    const read = search.readEntries(Array.isArray(entries) ? entries : [])
    yield { ...read, warnings: [...warnings.map(({ errorId, message }) => `${errorId} ${message}`), ...read.warnings] }
    if (offset + limit >= total) return
  }
}

async function askWithToken(
  { source, path, query }: EbaySearch,
  { ask, token, coin }: CollectInput,
  { url, marketplace }: EbayOptions,
  paging: Readonly<Record<string, string>>,
) {
  const address = new URL(`${url}${path}`)
  address.search = new URLSearchParams({ ...query, ...paging }).toString()
  const cached = `${cacheKey(source, coin)}|${address.search}`
  const request = (bearer: string) =>
    ask(address, {
      headers: { authorization: `Bearer ${bearer}`, 'x-ebay-c-marketplace-id': marketplace },
      cacheKey: cached,
    })
  const first = await token.get()
  let answer = await request(first)
  if (answer.status === 401) answer = await request(await token.get(first))
  if (answer.status === 200) return answer
  if (answer.status === 401) {
    throw new PermanentError(`${source}: eBay refuses a token that it has just granted; check the scopes of the key`)
  }
  throw ebayError(source, answer)
}
