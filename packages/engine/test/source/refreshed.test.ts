import { expect, test } from 'vitest'
import { cachePolicy } from '../../src/source/cache-policy.ts'
import { keptHeaders, refreshed } from '../../src/source/refreshed.ts'

test('headers of one connection or one client are not kept', () => {
  const headers = {
    'Content-Type': 'text/plain',
    ETag: '"a"',
    Connection: 'close, X-Hop',
    'X-Hop': '1',
    'Keep-Alive': 'timeout=5',
    'Transfer-Encoding': 'chunked',
    'Set-Cookie': 'session=1',
  }
  expect(keptHeaders(headers)).toEqual({ 'content-type': 'text/plain', etag: '"a"' })
})

test('a 304 replaces headers of the same name, in any case, and leaves the others', () => {
  const stored = { etag: '"a"', 'cache-control': 'max-age=1', 'x-old': '1' }
  expect(refreshed(stored, { 'Cache-Control': 'max-age=9', 'X-New': '2', 'Set-Cookie': 's=1' })).toEqual({
    etag: '"a"',
    'cache-control': 'max-age=9',
    'x-old': '1',
    'x-new': '2',
  })
})

test('a 304 does not describe the body', () => {
  const stored = { 'content-type': 'text/html', 'content-length': '5', 'content-encoding': 'gzip' }
  const notModified = { 'content-type': 'text/plain', 'content-length': '0', 'content-encoding': 'br', etag: '"a"' }
  expect(refreshed(stored, notModified)).toEqual({ ...stored, etag: '"a"' })
})

test('the age and the date of the old answer end with it', () => {
  const stored = { etag: '"a"', age: '50', date: 'Wed, 01 Jul 2026 11:00:00 GMT' }
  expect(refreshed(stored, {})).toEqual({ etag: '"a"' })
  expect(refreshed(stored, { age: '2' })).toEqual({ etag: '"a"', age: '2' })
})

test('a 304 about another version does not give its tag to the body that is kept', () => {
  expect(refreshed({ etag: '"a"' }, { etag: '"b"' })).toBeUndefined()
  expect(refreshed({ etag: 'W/"a"' }, { ETag: '"a"' })).toEqual({ etag: '"a"' })
  expect(refreshed({ 'last-modified': 'x' }, { etag: '"b"' })).toEqual({ 'last-modified': 'x', etag: '"b"' })
})

test('what a 304 refreshed is fresh anew', () => {
  const now = Date.UTC(2026, 6, 1)
  const headers = refreshed({ etag: '"a"', 'cache-control': 'max-age=60', age: '60' }, { etag: '"a"' })
  const decision = cachePolicy({
    request: { method: 'GET', header: () => undefined },
    response: { status: 200, header: (name) => headers?.[name] },
    settings: { ttlMs: 0 },
    now,
  })
  expect(decision).toEqual({ kind: 'store', freshUntil: now + 60_000, staleIfErrorUntil: now + 60_000 })
})
