import { describe, expect, test } from 'vitest'
import { type CacheSettings, cachePolicy } from '../../src/source/cache-policy.ts'

const now = Date.UTC(2026, 6, 1, 12, 0, 0)
const yearMs = 365 * 24 * 60 * 60 * 1000

type Scene = {
  readonly method?: string
  readonly sent?: Record<string, string>
  readonly status?: number
  readonly got?: Record<string, string>
  readonly settings?: CacheSettings
}

function decide({ method = 'GET', sent = {}, status = 200, got = {}, settings = { ttlMs: 1_000 } }: Scene) {
  return cachePolicy({
    request: { method, header: (name) => sent[name] },
    response: { status, header: (name) => got[name] },
    settings,
    now,
  })
}

/** For how many ms it is fresh. */
function freshMs(scene: Scene): number {
  const decision = decide(scene)
  if (decision.kind === 'pass') throw new Error(decision.reason)
  return decision.freshUntil - now
}

/** How long it serves in need after it is no longer fresh. */
function staleMs(got: Record<string, string>, settings: CacheSettings): number {
  const decision = decide({ got: { etag: '"a"', ...got }, settings })
  if (decision.kind === 'pass') throw new Error(decision.reason)
  return decision.staleIfErrorUntil - decision.freshUntil
}

describe('what is kept', () => {
  test.each(['GET', 'HEAD', 'get'])('the answer to a %s is', (method) => {
    expect(decide({ method }).kind).toBe('store')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('the answer to a %s is not', (method) => {
    expect(decide({ method })).toEqual({ kind: 'pass', reason: `${method} is not cached` })
  })

  test.each([200, 203, 204, 300, 301, 308, 404, 410])('an answer of status %i is', (status) => {
    expect(decide({ status }).kind).toBe('store')
  })

  test.each([206, 302, 303, 304, 307, 400, 401, 403, 429, 500, 502, 503])('an answer of status %i is not', (status) => {
    expect(decide({ status, got: { 'cache-control': 'max-age=60' } })).toEqual({
      kind: 'pass',
      reason: `status ${status} is not cached`,
    })
  })

  test.each([
    ['no-store', 'the answer says no-store'],
    ['max-age=60, No-Store', 'the answer says no-store'],
    ['private', 'the answer says private'],
    ['private="set-cookie", max-age=60', 'the answer says private'],
  ])('an answer with Cache-Control: %s is not', (control, reason) => {
    expect(decide({ got: { 'cache-control': control } })).toEqual({ kind: 'pass', reason })
  })

  test('an answer whose request says no-store is not', () => {
    expect(decide({ sent: { 'cache-control': 'no-store' } })).toEqual({
      kind: 'pass',
      reason: 'the request says no-store',
    })
  })

  test.each(['*', 'accept, *'])('an answer with Vary: %s is not', (vary) => {
    expect(decide({ got: { vary } })).toEqual({ kind: 'pass', reason: 'the answer varies by more than headers' })
  })

  test('an answer that varies by a header is', () => {
    expect(decide({ got: { vary: 'accept-language' } }).kind).toBe('store')
  })

  test.each(['authorization', 'cookie'])('an answer to a request with %s is only if it is meant for all', (name) => {
    const sent = { [name]: 'x' }
    expect(decide({ sent })).toEqual({ kind: 'pass', reason: 'the request says who asks' })
    expect(decide({ sent, got: { 'cache-control': 'max-age=60' } }).kind).toBe('pass')
    expect(decide({ sent, got: { 'cache-control': 'public' } }).kind).toBe('store')
    expect(decide({ sent, got: { 'cache-control': 's-maxage=60' } }).kind).toBe('store')
    expect(decide({ sent, got: { 'cache-control': 'public, private' } }).kind).toBe('pass')
  })

  test('with the policy ttl, an answer is kept for its time whatever headers say, unless it is a failure', () => {
    const settings = { ttlMs: 60_000, policy: 'ttl' as const }
    const sent = { authorization: 'x', 'cache-control': 'no-store' }
    const got = { 'cache-control': 'private, no-store', vary: '*' }
    const kept = decide({ sent, got, settings })
    expect(kept.kind === 'store' && kept.staleIfErrorUntil - kept.freshUntil).toBe(0)
    expect(decide({ settings, status: 401 }).kind).toBe('pass')
    expect(decide({ settings, method: 'POST' }).kind).toBe('pass')
  })

  test('an answer that could never be used is not', () => {
    const got = { 'cache-control': 'max-age=0' }
    const pass = { kind: 'pass', reason: 'it is stale at once and cannot be revalidated' }
    expect(decide({ got })).toEqual(pass)
    expect(decide({ settings: { ttlMs: 0 } })).toEqual(pass)
    expect(decide({ got: { ...got, etag: '"a"' } }).kind).toBe('store')
    expect(decide({ got: { ...got, 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' } }).kind).toBe('store')
    expect(decide({ got, settings: { ttlMs: 0, staleIfErrorMs: 1 } }).kind).toBe('store')
  })
})

describe('how long it is fresh', () => {
  const etag = '"a"'

  test.each([
    ['s-maxage=10, max-age=20', 10_000],
    ['max-age=20, s-maxage=10', 10_000],
    ['max-age=20', 20_000],
    ['MAX-AGE="20"', 20_000],
    ['max-age=20, max-age=90', 20_000],
    ['public', 3_600_000],
    ['max-age=0', 0],
    ['max-age=-5', 0],
    ['max-age=soon', 0],
    ['max-age', 0],
    ['max-age=1.5', 0],
    ['no-cache, max-age=60', 0],
    ['no-cache="x-secret", max-age=60', 0],
    [`max-age=${'9'.repeat(30)}`, yearMs],
  ])('Cache-Control: %s beside an Expires of an hour means %i ms', (control, ms) => {
    expect(freshMs({ got: { etag, 'cache-control': control, expires: 'Wed, 01 Jul 2026 13:00:00 GMT' } })).toBe(ms)
  })

  test('the age it had when it came is taken off', () => {
    expect(freshMs({ got: { 'cache-control': 'max-age=60', age: '45' } })).toBe(15_000)
    expect(freshMs({ got: { 'cache-control': 's-maxage=60', age: '45, 50' } })).toBe(15_000)
    expect(freshMs({ got: { 'cache-control': 'max-age=60', age: 'old' } })).toBe(60_000)
    expect(freshMs({ got: { etag, 'cache-control': 'max-age=60', age: '90' } })).toBe(-30_000)
    expect(freshMs({ got: { etag, 'cache-control': 'max-age=60', age: '9'.repeat(30) } })).toBe(-yearMs)
  })

  test('Expires counts from the Date of the source, whose clock need not be ours', () => {
    const date = 'Wed, 01 Jul 2020 12:00:00 GMT'
    const expires = 'Wed, 01 Jul 2020 12:05:00 GMT'
    expect(freshMs({ got: { date, expires } })).toBe(300_000)
    expect(freshMs({ got: { date, expires, age: '60' } })).toBe(240_000)
  })

  test('Expires counts from now where there is no Date', () => {
    expect(freshMs({ got: { expires: 'Wed, 01 Jul 2026 12:05:00 GMT' } })).toBe(300_000)
  })

  test.each(['0', '-1', '', 'never', 'Wed, 01 Jul 2020 12:00:00 GMT'])('Expires: %s is over', (expires) => {
    expect(freshMs({ got: { etag, expires } })).toBe(0)
  })

  test("an answer that does not say is fresh for the source's time", () => {
    expect(freshMs({ settings: { ttlMs: 42_000 } })).toBe(42_000)
    expect(freshMs({ settings: { ttlMs: 42_000 }, got: { age: '9', 'cache-control': 'public' } })).toBe(42_000)
  })
})

describe('how long it stands in for a failing source', () => {
  const settings = { ttlMs: 1_000, staleIfErrorMs: 7_000 }

  test.each([
    ['max-age=60', 7_000],
    ['max-age=60, stale-if-error=300', 300_000],
    ['max-age=60, stale-if-error=0', 0],
    ['max-age=60, stale-if-error=x', 0],
    ['s-maxage=60', 0],
    ['s-maxage=60, stale-if-error=300', 300_000],
    ['no-cache, stale-if-error=300', 0],
    ['max-age=60, must-revalidate', 0],
    ['max-age=60, must-revalidate, stale-if-error=300', 0],
    ['max-age=60, proxy-revalidate', 0],
    [`max-age=60, stale-if-error=${'9'.repeat(30)}`, yearMs],
  ])('Cache-Control: %s means %i ms', (control, ms) => {
    expect(staleMs({ 'cache-control': control }, settings)).toBe(ms)
  })

  test('unless somebody says so, not at all', () => {
    expect(staleMs({}, { ttlMs: 1_000 })).toBe(0)
  })

  test('the age it had when it came is taken off here too', () => {
    const got = { etag: '"a"', 'cache-control': 'max-age=60, stale-if-error=300', age: '90' }
    expect(decide({ got })).toEqual({ kind: 'store', freshUntil: now - 30_000, staleIfErrorUntil: now + 270_000 })
  })
})
