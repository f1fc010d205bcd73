import type { ContentRating } from '../catalogue/upload.ts'

const ratings = ['safe', 'suggestive', 'erotica', 'pornographic'] as const
const language = /^[a-zA-Z-]{2,5}$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const instant = /^\d{4}-[0-1]\d-([0-2]\d|3[0-1])T([0-1]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const flag = /^[01]$/
const patterns: Readonly<Record<string, RegExp>> = {
  'translatedLanguage[]': language,
  'originalLanguage[]': language,
  'excludedOriginalLanguage[]': language,
  'contentRating[]': new RegExp(`^(${ratings.join('|')})$`),
  'excludedGroups[]': uuid,
  'excludedUploaders[]': uuid,
  'ids[]': uuid,
  manga: uuid,
  createdAtSince: instant,
  updatedAtSince: instant,
  publishAtSince: instant,
  'includes[]': /^(manga|scanlation_group|user)$/,
  includeFutureUpdates: flag,
  includeEmptyPages: flag,
  includeFuturePublishAt: flag,
  includeExternalUrl: flag,
  includeUnavailable: flag,
}
const orders = ['createdAt', 'updatedAt', 'publishAt', 'readableAt', 'volume', 'chapter'] as const
export type OrderField = (typeof orders)[number]

/** What a list of chapters was asked for. */
export type ListQuery = {
  readonly limit: number
  readonly offset: number
  readonly ids: readonly string[]
  readonly manga: string | undefined
  readonly languages: readonly string[]
  readonly ratings: readonly ContentRating[]
  readonly since: Readonly<Partial<Record<'createdAt' | 'updatedAt' | 'publishAt', number>>>
  readonly includes: readonly string[]
  /** Undefined: no filter. True: only those. False: none of those. */
  readonly only: Readonly<Record<'emptyPages' | 'futurePublishAt' | 'externalUrl', boolean | undefined>>
  readonly withFutureUpdates: boolean
  readonly withUnavailable: boolean
  readonly order: readonly (readonly [field: OrderField, isAscending: boolean])[]
}

export type ListLimits = { readonly min: number; readonly max: number; readonly byDefault: number }

/** Reads what was asked for, or says what is wrong with it, as the service's own checks do. */
export function readListQuery(params: URLSearchParams, limits: ListLimits): ListQuery | { readonly fault: string } {
  const fault = faultOf(params, limits)
  if (fault !== undefined) return { fault }
  const time = (name: string) => (params.has(name) ? Date.parse(`${params.get(name)}Z`) : undefined)
  const three = (name: string) => (params.has(name) ? params.get(name) === '1' : undefined)
  const asked = params.getAll('contentRating[]') as ContentRating[]
  const since = Object.entries({
    createdAt: time('createdAtSince'),
    updatedAt: time('updatedAtSince'),
    publishAt: time('publishAtSince'),
  }).filter(([, at]) => at !== undefined)
  return {
    limit: Number(params.get('limit') ?? limits.byDefault),
    offset: Number(params.get('offset') ?? 0),
    ids: params.getAll('ids[]'),
    manga: params.get('manga') ?? undefined,
    languages: params.getAll('translatedLanguage[]').map((each) => each.toLowerCase()),
    ratings: asked.length > 0 ? asked : ratings.slice(0, 3),
    since: Object.fromEntries(since),
    includes: params.getAll('includes[]'),
    only: {
      emptyPages: three('includeEmptyPages'),
      futurePublishAt: three('includeFuturePublishAt'),
      externalUrl: three('includeExternalUrl'),
    },
    withFutureUpdates: params.get('includeFutureUpdates') !== '0',
    withUnavailable: params.get('includeUnavailable') === '1',
    order: orders
      .filter((field) => params.has(`order[${field}]`))
      .map((field) => [field, params.get(`order[${field}]`) === 'asc'] as const),
  }
}

function faultOf(params: URLSearchParams, { min, max }: ListLimits): string | undefined {
  for (const [name, value] of params) {
    const pattern = patterns[name]
    if (pattern !== undefined && !pattern.test(value)) return `/${name}: '${value}' does not match ${pattern.source}`
    if (
      name.startsWith('order[') &&
      !/^order\[(createdAt|updatedAt|publishAt|readableAt|volume|chapter)\]$/.test(name)
    ) {
      return `/order: there is no order by ${name}`
    }
    if (name.startsWith('order[') && value !== 'asc' && value !== 'desc') return `/${name}: asc or desc, not '${value}'`
  }
  if (params.getAll('ids[]').length > 100) return '/ids: at most 100'
  const [limit, offset] = [params.get('limit'), params.get('offset')]
  if (limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= min && Number(limit) <= max)) {
    return `/limit: an integer from ${min} to ${max}, not '${limit}'`
  }
  return offset !== null && !/^\d+$/.test(offset) ? `/offset: an integer from 0, not '${offset}'` : undefined
}
