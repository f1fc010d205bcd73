import { type CacheControl, directiveMs, parseCacheControl } from './cache-control.ts'
import type { HeaderReader } from './header-reader.ts'
import { parseHttpDate } from './http-date.ts'
import { validatorsOf } from './validators.ts'
import { varyNames } from './vary-key.ts'

/*
 * A cache in the spirit of RFC 9111, shared by all jobs that call a source. Where the RFC leaves a choice, it keeps less.
 * Ages come from the headers of the source alone: its clock and ours need not agree.
 */

export type CacheSettings = {
  /** For how long an answer is fresh that does not say so itself. */
  readonly ttlMs: number
  /** For how long a stale answer may stand in for a failing source, where the answer does not say so itself; 0 by default. */
  readonly staleIfErrorMs?: number
  /** `ttl`: headers have no say. Default: `http`. */
  readonly policy?: 'http' | 'ttl'
}

export type CacheInput = {
  readonly request: { readonly method: string; readonly header: HeaderReader }
  /** After a 304: the status that is kept, and the headers as `refreshed` made them. */
  readonly response: { readonly status: number; readonly header: HeaderReader }
  readonly settings: CacheSettings
  readonly now: number
}

export type CacheDecision =
  /** Before `freshUntil` it is used without asking. After it, it is revalidated, and used if that fails, until the other. */
  | { readonly kind: 'store'; readonly freshUntil: number; readonly staleIfErrorUntil: number }
  | { readonly kind: 'pass'; readonly reason: string }

const storableStatus = new Set([200, 203, 204, 300, 301, 308, 404, 410])

/** Nothing is believed for longer than a year: a number with too many digits is no date any more. */
const longestMs = 365 * 24 * 60 * 60 * 1000

/** Whether an answer is kept, and for how long it serves. */
export function cachePolicy(input: CacheInput): CacheDecision {
  const { response, settings, now } = input
  if (settings.policy === 'ttl') return byTtl(input)
  const control = parseCacheControl(response.header('cache-control'))
  const reason = whyNot(input, control)
  if (reason !== undefined) return { kind: 'pass', reason }
  const freshUntil = now + believable(control.has('no-cache') ? 0 : lifetimeMs(input, control))
  const staleIfErrorUntil = freshUntil + believable(staleIfErrorMs(control, settings))
  const canBeUsed = staleIfErrorUntil > now || Object.keys(validatorsOf(response.header, now)).length > 0
  if (!canBeUsed) return { kind: 'pass', reason: 'it is stale at once and cannot be revalidated' }
  return { kind: 'store', freshUntil, staleIfErrorUntil }
}

function byTtl({ request: { method }, response: { status }, settings, now }: CacheInput): CacheDecision {
  if (!/^(get|head)$/i.test(method)) return { kind: 'pass', reason: `${method} is not cached` }
  if (!storableStatus.has(status)) return { kind: 'pass', reason: `status ${status} is not cached` }
  const freshUntil = now + believable(settings.ttlMs)
  return { kind: 'store', freshUntil, staleIfErrorUntil: freshUntil + believable(settings.staleIfErrorMs ?? 0) }
}

function whyNot({ request, response }: CacheInput, control: CacheControl): string | undefined {
  if (!/^(get|head)$/i.test(request.method)) return `${request.method} is not cached`
  if (parseCacheControl(request.header('cache-control')).has('no-store')) return 'the request says no-store'
  if (!storableStatus.has(response.status)) return `status ${response.status} is not cached`
  if (control.has('no-store')) return 'the answer says no-store'
  if (control.has('private')) return 'the answer says private'
  if (varyNames(response.header('vary')).includes('*')) return 'the answer varies by more than headers'
  // a cookie tells who asks just as well
  const isPersonal = Boolean(request.header('authorization') || request.header('cookie'))
  if (isPersonal && !control.has('public') && !control.has('s-maxage')) return 'the request says who asks'
  return undefined
}

function lifetimeMs({ response: { header }, settings, now }: CacheInput, control: CacheControl): number {
  const stated = directiveMs(control, 's-maxage') ?? directiveMs(control, 'max-age') ?? expiresInMs(header, now)
  return stated === undefined ? settings.ttlMs : stated - ageMs(header)
}

function expiresInMs(header: HeaderReader, now: number): number | undefined {
  const expires = header('expires')
  if (typeof expires !== 'string') return undefined
  const expiresAt = parseHttpDate(expires, now)
  // 0 and other texts that are no date mean that it has expired
  if (expiresAt === undefined) return 0
  return Math.max(0, expiresAt - (parseHttpDate(header('date') ?? '', now) ?? now))
}

/** How long the answer had been in caches on its way. */
function ageMs(header: HeaderReader): number {
  return Number(/^\s*(\d+)\s*(,|$)/.exec(header('age') ?? '')?.[1] ?? 0) * 1000
}

function staleIfErrorMs(control: CacheControl, { staleIfErrorMs: byDefault = 0 }: CacheSettings): number {
  if (['no-cache', 'must-revalidate', 'proxy-revalidate'].some((name) => control.has(name))) return 0
  // for a shared cache s-maxage forbids stale answers too, unless the source allows them in so many words
  return directiveMs(control, 'stale-if-error') ?? (control.has('s-maxage') ? 0 : byDefault)
}

function believable(ms: number): number {
  return Math.min(longestMs, Math.max(-longestMs, ms))
}
