import type { AllowPrivate } from '../source/allow-private.ts'

/** What `HttpClient.request` takes. */
export type RequestOptions = {
  /** Absolute, http or https, without user and password. */
  readonly url: string
  /** GET unless said otherwise. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Who asks. Services block those who do not say, so it cannot be left out. */
  readonly userAgent: string
  /** For the whole request, redirects and body included. 30 seconds unless said otherwise. */
  readonly timeoutMs?: number
  /** The most bytes of a body, as sent and once decompressed. 10 MiB unless said otherwise. */
  readonly maxBytes?: number
  /** 10 unless said otherwise. With 0 every redirect is an error. */
  readonly maxRedirects?: number
  /** With `manual` a redirect is an answer like any other. `follow` unless said otherwise. */
  readonly redirect?: 'follow' | 'manual'
  /** Also call addresses of this machine and of private networks: all, or those of these origins. */
  readonly allowPrivate?: AllowPrivate
  /** Names of headers that, like `authorization`, must not follow a redirect to another origin. */
  readonly secretHeaders?: readonly string[]
  readonly signal?: AbortSignal
  /** Awaited before a redirect is followed; what it throws ends the request. */
  readonly onRedirect?: () => Promise<void>
  /** Told each piece of the body of the answer as it comes. What it throws is passed over. */
  readonly onPiece?: (piece: Uint8Array) => void
}
