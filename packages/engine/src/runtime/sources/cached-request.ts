import { createHash } from 'node:crypto'
import type { CachePlace } from '../../postgres/cache.ts'
import { directiveMs, parseCacheControl } from '../../source/cache-control.ts'
import { countingHeaders } from '../../source/counting-headers.ts'
import type { HeaderReader } from '../../source/header-reader.ts'
import type { SourceCache } from '../../source/source-definition.ts'
import { varyKey } from '../../source/vary-key.ts'

export type CachedRequest = {
  readonly source: string
  /** Requests with the same one get the same answer; those with the same URL when left out. */
  readonly key?: string
  readonly url: string
  readonly method: string
  /** All that are sent: the answer may depend on any. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers that say who asks, beside Authorization and Cookie. */
  readonly secretHeaders?: readonly string[]
  readonly settings: SourceCache
  /** Of one call. One that takes longer is taken for lost, and another one is made. */
  readonly timeoutMs: number
  /** Whether a redirect is followed, or is the answer itself. True when left out. */
  readonly follows?: boolean
  readonly signal?: AbortSignal
}

/** With one of these the caller does the work of a cache itself, or wants a part only. */
const ownConditions = [
  ...['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'],
]

/** What the cache knows of a request: where its answer would be, and what it asks of the cache. */
export class CacheQuestion {
  readonly request: CachedRequest
  readonly header: HeaderReader
  /** The caller takes nothing from the cache that the source has not confirmed. */
  readonly asksAnew: boolean
  /** Requests with the same one are the same in all that may count. */
  readonly id: string
  readonly #key: Buffer
  #vary: string
  #place: CachePlace

  constructor(request: CachedRequest) {
    this.request = request
    const headers = lowerCased(request.headers)
    this.header = (name) => headers.get(name)
    const control = parseCacheControl(this.header('cache-control'))
    this.asksAnew = control.has('no-cache') || directiveMs(control, 'max-age') === 0
    const { source, key, url, method, follows = true } = request
    const named = key === undefined ? ['url', withoutHash(url)] : ['key', key]
    this.#key = hash([source, method.toUpperCase(), ...named, ...(follows ? [] : ['manual'])])
    this.id = hash([this.#key.toString('hex'), ...[...headers].sort().flat()]).toString('hex')
    // before anything is known of it
    this.#vary = this.varyOf(undefined)
    this.#place = this.placeBy(this.#vary)
  }

  /** Where to look, by the headers that are known to count. */
  get place(): CachePlace {
    return this.#place
  }

  /** Other headers count than was thought. Returns whether that is news. */
  learn(vary: string): boolean {
    if (vary === this.#vary) return false
    this.#vary = vary
    this.#place = this.placeBy(vary)
    return true
  }

  /** The request headers that an answer depends on. None where the source keeps answers whatever headers say. */
  varyOf(response: HeaderReader | undefined): string {
    const { settings, secretHeaders } = this.request
    return settings.policy === 'ttl' ? '' : countingHeaders(response, secretHeaders)
  }

  placeBy(vary: string): CachePlace {
    return { key: this.#key, variant: hash([this.#key.toString('hex'), varyKey(vary, this.header)]) }
  }
}

/** Whether a request is one for the cache. */
export function isCacheable({ method, headers }: CachedRequest): boolean {
  if (!/^(get|head)$/i.test(method)) return false
  const lower = lowerCased(headers)
  if (ownConditions.some((name) => lower.has(name))) return false
  return !parseCacheControl(lower.get('cache-control')).has('no-store')
}

function lowerCased(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** What cannot be read is left as it is: the call will say so. */
function withoutHash(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

function hash(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
