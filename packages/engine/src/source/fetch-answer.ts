/**
 * no: it comes from the source. fresh: it was kept, and the source was not asked. revalidated: it was kept, and the source says
 * that it still holds. stale: it was kept, and stands in for a source that cannot be asked or has failed.
 */
export type Cached = 'no' | 'fresh' | 'revalidated' | 'stale'

/** What `job.fetch` returns. */
export type FetchAnswer = {
  readonly status: number
  readonly headers: Headers
  /** Decompressed. */
  readonly body: Uint8Array
  /** Of the body, as it was sent. */
  readonly bytes: number
  /** Where it came from, after all redirects. Of an answer that was kept, the URL that was asked for: URLs carry secrets. */
  readonly url: string
  /** The redirects on the way, the first one first; none for an answer that was kept. */
  readonly hops: readonly { readonly status: number; readonly url: string }[]
  readonly cached: Cached
  /** From the request to the last byte, without the time it waited for its source; of the last one where there were redirects. 0: it was kept. */
  readonly durationMs: number
  /** In the charset that the headers name; UTF-8 where they name none. */
  text(): string
  json(): unknown
}
