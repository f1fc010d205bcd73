import type { HeaderReader } from './header-reader.ts'

/** The headers that a `Vary` header names, in lower case and in order. */
export function varyNames(vary: string | null | undefined): readonly string[] {
  const names = (vary ?? '').split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(names)].filter((name) => name !== '').sort()
}

/**
 * Requests with the same key get the same answer, as far as `Vary` tells. It holds what the request sent, secrets too: keep
 * its hash.
 */
export function varyKey(vary: string | null | undefined, requestHeader: HeaderReader): string {
  return JSON.stringify(varyNames(vary).map((name) => [name, normalized(requestHeader(name))]))
}

/** Space around the commas of a list means nothing. */
function normalized(value: string | null | undefined): string | null {
  return value == null
    ? null
    : value
        .trim()
        .split(/\s*,\s*/)
        .join(', ')
}
