export type Paging = { readonly limit: number; readonly offset: number }

/** Why `limit` or `offset` is refused; each interface has error numbers of its own for these. */
export type PagingFault =
  | 'offset-not-an-integer'
  | 'offset-negative'
  | 'offset-too-large'
  | 'limit-not-an-integer'
  | 'limit-out-of-range'

/** No entry at or behind this offset is served. */
const mostEntries = 10_000
const isInteger = (text: string) => /^-?\d+$/.test(text)

export function readPaging(params: URLSearchParams): Paging | PagingFault {
  const offset = params.get('offset') ?? '0'
  const limit = params.get('limit') ?? '50'
  if (!isInteger(offset)) return 'offset-not-an-integer'
  if (Number(offset) < 0) return 'offset-negative'
  if (Number(offset) >= mostEntries) return 'offset-too-large'
  if (!isInteger(limit)) return 'limit-not-an-integer'
  if (Number(limit) < 1 || Number(limit) > 200) return 'limit-out-of-range'
  return { limit: Number(limit), offset: Number(offset) }
}

/** What surrounds the entries of a page. `next` and `prev` are absent at the ends. */
export function pageOf<T>(found: readonly T[], { limit, offset }: Paging, url: URL) {
  const at = (other: number) => {
    const address = new URL(url)
    address.searchParams.set('limit', String(limit))
    address.searchParams.set('offset', String(other))
    return address.href
  }
  const hasNext = offset + limit < Math.min(found.length, mostEntries)
  return {
    entries: found.slice(offset, Math.min(offset + limit, mostEntries)),
    frame: {
      ...{ href: at(offset), total: found.length, limit, offset },
      ...(hasNext ? { next: at(offset + limit) } : {}),
      ...(offset > 0 ? { prev: at(Math.max(0, offset - limit)) } : {}),
    },
  }
}
