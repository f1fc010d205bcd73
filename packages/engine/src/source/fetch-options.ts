/** What `job.fetch` takes besides its URL. */
export type FetchOptions = {
  /** Whom to call; the job's own source when left out. */
  readonly source?: string
  /** The class of cost whose limit counts: see `classes` of `defineSource`. */
  readonly class?: string
  /** GET unless said otherwise. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** False: asks the source, whatever is kept, and keeps nothing. */
  readonly cache?: boolean
  /** Requests with the same key share one answer; the URL when left out. */
  readonly cacheKey?: string
  /** For this request, instead of the source's. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** 10 unless said otherwise. */
  readonly maxRedirects?: number
  /** With `manual` a redirect is the answer, for callers who must see where it leads first; `follow` unless said otherwise. */
  readonly redirect?: 'follow' | 'manual'
  /**
   * Told each piece of the answer's body as it comes, decompressed: for a stream of which people want to see how far it is. What is
   * kept comes in no pieces. What it throws is nobody's fault but its own, and is passed over.
   */
  readonly onPiece?: (piece: Uint8Array) => void
}
