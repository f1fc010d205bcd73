import type { AllowPrivate } from '../source/allow-private.ts'
import { HttpError } from './errors.ts'
import type { RequestOptions } from './request-options.ts'

/** Set by the client itself, or of a meaning that ends at one connection. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** A timer of Node that is set for longer fires at once. */
const longestTimeoutMs = 2_147_483_647

export type CheckedRequest = {
  readonly url: URL
  readonly method: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxRedirects: number
  readonly follows: boolean
  readonly allowPrivate: AllowPrivate
  readonly secretHeaders: readonly string[]
  readonly onRedirect: (() => Promise<void>) | undefined
  readonly onPiece: ((piece: Uint8Array) => void) | undefined
}

export function checkRequest(options: RequestOptions): CheckedRequest {
  const { timeoutMs = 30_000, maxBytes = 10 * 1024 * 1024, maxRedirects = 10 } = options
  checkWholeNumber('timeoutMs', timeoutMs, 1, longestTimeoutMs)
  checkWholeNumber('maxBytes', maxBytes, 0)
  checkWholeNumber('maxRedirects', maxRedirects, 0)
  return {
    url: checkUrl(options.url),
    method: (options.method ?? 'GET').toUpperCase(),
    headers: checkHeaders(options),
    body: options.body?.length === 0 ? undefined : options.body,
    timeoutMs,
    maxBytes,
    maxRedirects,
    follows: checkRedirect(options.redirect) === 'follow',
    allowPrivate: options.allowPrivate ?? false,
    secretHeaders: options.secretHeaders ?? [],
    onRedirect: options.onRedirect,
    onPiece: options.onPiece,
  }
}

/** The message repeats nothing of the URL, nor does it have a cause: both would show a password. */
export function checkUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    const found = url === undefined ? 'this one is not absolute or not a URL' : `this one begins with ${url.protocol}`
    throw new HttpError('invalid-request', `a request takes an http or https URL; ${found}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpError(
      'invalid-request',
      `the URL for ${url.origin} contains a user or password; send them in the header authorization instead`,
    )
  }
  url.hash = ''
  return url
}

function checkHeaders({ headers = {}, userAgent }: RequestOptions): Readonly<Record<string, string>> {
  if (typeof userAgent !== 'string' || userAgent.trim() === '') {
    throw new HttpError('invalid-request', 'a request needs a userAgent that says who asks')
  }
  const checked = new Map<string, string>([['accept-encoding', 'gzip, deflate, br']])
  for (const [name, value] of Object.entries(headers)) {
    const lowerCase = name.toLowerCase()
    if (ownHeaders.has(lowerCase)) {
      const instead = lowerCase === 'user-agent' ? 'use the option userAgent' : 'leave it out'
      throw new HttpError('invalid-request', `the header ${lowerCase} is set by the client; ${instead}`)
    }
    checked.set(lowerCase, value)
  }
  return Object.fromEntries(checked.set('user-agent', userAgent))
}

function checkRedirect(given: unknown = 'follow'): 'follow' | 'manual' {
  if (given === 'follow' || given === 'manual') return given
  throw new HttpError('invalid-request', `redirect must be follow or manual; got ${String(given)}`)
}

function checkWholeNumber(name: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new HttpError('invalid-request', `${name} must be a whole number from ${min} to ${max}; got ${value}`)
}
