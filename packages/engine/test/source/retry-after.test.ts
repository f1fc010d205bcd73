import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterMs } from '../../src/source/retry-after.ts'

const now = Date.UTC(2026, 6, 1, 12, 0, 0)
const dayMs = 24 * 60 * 60 * 1000
const wait = (headers: Record<string, string>) => retryAfterMs((name) => headers[name], now)
const inSeconds = (seconds: number) => String(now / 1000 + seconds)

test.each([
  ['120', 120_000],
  ['0', 0],
  ['1.5', 1_500],
  ['0.0001', 1],
  [' 30 ', 30_000],
  ['Wed, 01 Jul 2026 12:01:00 GMT', 60_000],
  ['Wednesday, 01-Jul-26 12:01:00 GMT', 60_000],
  ['Wed Jul  1 12:01:00 2026', 60_000],
])("Retry-After '%s' means %i ms", (value, ms) => {
  expect(wait({ 'retry-after': value })).toBe(ms)
})

test.each(['', 'soon', '-5', '1e3', '0x10', 'NaN', 'Infinity', '5 s', '2026-07-01T12:01:00Z', '5,', 'Wed, 5'])(
  "Retry-After '%s' is garbage and says nothing",
  (value) => expect(wait({ 'retry-after': value })).toBeUndefined(),
)

test('an answer without such a header says nothing', () => {
  expect(wait({})).toBeUndefined()
  expect(retryAfterMs(() => null, now)).toBeUndefined()
})

test('the headers of fetch are read', () => {
  const headers = new Headers({ 'Retry-After': '7' })
  expect(retryAfterMs((name) => headers.get(name), now)).toBe(7_000)
})

test('a header that was sent twice means the longer time', () => {
  expect(wait({ 'retry-after': '120, 60' })).toBe(120_000)
})

test('a date that is over means no wait', () => {
  expect(wait({ 'retry-after': 'Wed, 01 Jul 2026 11:59:00 GMT' })).toBe(0)
  expect(wait({ 'x-ratelimit-retry-after': inSeconds(-60) })).toBe(0)
})

test.each([
  ['retry-after', '86401'],
  ['retry-after', '9'.repeat(400)],
  ['retry-after', 'Thu, 01 Jul 2027 12:00:00 GMT'],
  ['retry-after-ms', '86400001'],
  ['x-ratelimit-retry-after', inSeconds(100_000)],
])('%s: %s means a day and no longer', (name, value) => {
  expect(wait({ [name]: value })).toBe(dayMs)
})

test('retry-after-ms is in milliseconds', () => {
  expect(wait({ 'retry-after-ms': '250' })).toBe(250)
  expect(wait({ 'retry-after-ms': '250.2' })).toBe(251)
  expect(wait({ 'retry-after-ms': 'x' })).toBeUndefined()
})

test('X-RateLimit-Retry-After is a UNIX timestamp, as MangaDex sends it', () => {
  expect(wait({ 'x-ratelimit-retry-after': inSeconds(45) })).toBe(45_000)
  expect(wait({ 'x-ratelimit-retry-after': inSeconds(0.5) })).toBe(500)
  expect(wait({ 'x-ratelimit-retry-after': 'later' })).toBeUndefined()
})

test('X-RateLimit-Reset counts only when nothing remains', () => {
  const reset = { 'x-ratelimit-reset': inSeconds(90) }
  expect(wait({ ...reset, 'x-ratelimit-remaining': '0' })).toBe(90_000)
  expect(wait({ ...reset, 'x-ratelimit-remaining': '1' })).toBeUndefined()
  expect(wait({ ...reset, 'x-ratelimit-remaining': '' })).toBeUndefined()
  expect(wait(reset)).toBeUndefined()
  expect(wait({ 'x-ratelimit-remaining': '0' })).toBeUndefined()
})

test('of several wishes the longest counts, and garbage beside them does not', () => {
  const all = {
    'retry-after': '10',
    'retry-after-ms': '20000',
    'x-ratelimit-retry-after': inSeconds(30),
    'x-ratelimit-reset': inSeconds(40),
    'x-ratelimit-remaining': '0',
  }
  expect(wait(all)).toBe(40_000)
  expect(wait({ ...all, 'x-ratelimit-remaining': '3' })).toBe(30_000)
  expect(wait({ ...all, 'x-ratelimit-remaining': '3', 'x-ratelimit-retry-after': 'x' })).toBe(20_000)
  expect(wait({ 'retry-after': '60', 'retry-after-ms': '5' })).toBe(60_000)
})

test('whatever a source sends, the wait is a whole number from 0 to a day, or nothing', () => {
  const value = fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String))
  fc.assert(
    fc.property(value, value, value, value, (a, b, c, d) => {
      const ms = wait({
        'retry-after': a,
        'retry-after-ms': b,
        'x-ratelimit-retry-after': c,
        'x-ratelimit-reset': d,
        'x-ratelimit-remaining': '0',
      })
      if (ms === undefined) return
      expect(ms).toSatisfy(Number.isInteger)
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeLessThanOrEqual(dayMs)
    }),
  )
})
