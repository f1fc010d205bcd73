import { parseCacheControl } from './cache-control.ts'
import type { HeaderReader } from './header-reader.ts'
import { varyNames } from './vary-key.ts'

/** The same in all requests, and bodies are kept decompressed. */
const neverCounts = 'accept-encoding'

/** They say who asks, whether `Vary` names them or not. */
const credentials = ['authorization', 'cookie']

/**
 * The request headers that decide who may get an answer that is kept, as a `Vary` header would name them: what `Vary` says, and
 * what says who asks unless the answer is for everybody. Before there is an answer: who asks.
 */
export function countingHeaders(response: HeaderReader | undefined, secretHeaders: readonly string[] = []): string {
  const control = parseCacheControl(response?.('cache-control'))
  const isForAll = control.has('public') || control.has('s-maxage')
  const names = [...varyNames(response?.('vary')), ...(isForAll ? [] : [...credentials, ...secretHeaders])]
  return varyNames(names.join(','))
    .filter((name) => name !== neverCounts)
    .join(', ')
}
