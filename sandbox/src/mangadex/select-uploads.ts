import type { Upload } from '../catalogue/upload.ts'
import type { ListQuery, OrderField } from './list-query.ts'

/** Beyond it nothing is shown, whatever the total says. */
const windowSize = 10_000

/** The uploads that a list shows, and how many there are on the whole. */
export function selectUploads(
  uploads: Iterable<Upload>,
  query: ListQuery,
  now: number,
): { readonly page: readonly Upload[]; readonly total: number } {
  const all = [...uploads].filter((upload) => isWanted(upload, query, now))
  if (query.order.length > 0) {
    all.sort((a, b) => {
      for (const [field, isAscending] of query.order) {
        const order = compareBy(field, a, b)
        if (order !== 0) return isAscending ? order : -order
      }
      return 0
    })
  }
  const end = Math.min(query.offset + query.limit, windowSize)
  return { page: all.slice(query.offset, Math.max(query.offset, end)), total: all.length }
}

function isWanted(upload: Upload, query: ListQuery, now: number): boolean {
  const { languages, ratings, since, only } = query
  if (languages.length > 0 && !languages.includes(upload.language)) return false
  if (!ratings.includes(upload.series.contentRating)) return false
  for (const field of ['createdAt', 'updatedAt', 'publishAt'] as const) {
    if (upload[field] < (since[field] ?? Number.NEGATIVE_INFINITY)) return false
  }
  if (!query.withFutureUpdates && upload.readableAt > now) return false
  if (!query.withUnavailable && upload.isUnavailable) return false
  return passesFlags(upload, only, now)
}

function passesFlags(upload: Upload, only: ListQuery['only'], now: number): boolean {
  const isFuture = upload.publishAt > now
  const flags = [
    [only.emptyPages, upload.pages === 0],
    [only.futurePublishAt, isFuture],
    [only.externalUrl, upload.externalUrl !== null],
  ] as const
  // to use any of them switches off what hides the future by default
  if (flags.every(([wanted]) => wanted === undefined)) return !isFuture
  return flags.every(([wanted, is]) => wanted === undefined || wanted === is)
}

function compareBy(field: OrderField, a: Upload, b: Upload): number {
  if (field !== 'volume' && field !== 'chapter') return a[field] - b[field]
  const [x, y] = field === 'volume' ? [a.volume, b.volume] : [a.number, b.number]
  return Number.parseFloat(x ?? '-1') - Number.parseFloat(y ?? '-1')
}
