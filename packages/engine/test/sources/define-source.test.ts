import { expect, test } from 'vitest'
import { defineSource } from '../../src/source/define-source.ts'

test('nothing is kept of a source unless it says for how long', () => {
  expect(defineSource({ name: 'a' }).cache).toBeUndefined()
})

test('a cache has limits, filled in where they are left out', () => {
  const { cache } = defineSource({ name: 'a', cache: { ttlMs: 1_000 } })
  expect(cache).toEqual({ ttlMs: 1_000, staleIfErrorMs: 86_400_000, policy: 'http', maxBytes: 268_435_456 })
  const own = { ttlMs: 0, staleIfErrorMs: 0, policy: 'ttl' as const, maxBytes: 1 }
  expect(defineSource({ name: 'a', cache: own }).cache).toEqual(own)
  const other = { ttlMs: 0, policy: 'never' as 'ttl' }
  expect(() => defineSource({ name: 'a', cache: other })).toThrow("must be 'http' or 'ttl'; got 'never'")
})

test.each([
  [{ ttlMs: 1, maxBytes: 0 }, `defineSource 'a': cache.maxBytes must be a whole number of at least 1; got 0`],
  [{ ttlMs: 1, maxBytes: 1.5 }, `defineSource 'a': cache.maxBytes must be a whole number of at least 1; got 1.5`],
  [{ ttlMs: -1 }, `defineSource 'a': cache.ttlMs must be a whole number from 0`],
  [{ ttlMs: 1, maxByte: 1 }, `defineSource 'a': cache has no option 'maxByte'`],
])('a cache of %j is refused', (cache, message) => {
  expect(() => defineSource({ name: 'a', cache })).toThrow(message)
})

test('allowPrivate takes origins, and writes them as URLs do', () => {
  const { allowPrivate } = defineSource({ name: 'a', allowPrivate: ['http://LOCALHOST:80/', 'https://10.0.0.1:8443'] })
  expect(allowPrivate).toEqual(['http://localhost', 'https://10.0.0.1:8443'])
})

test.each([
  ['127.0.0.1:8790', "a list of origins like http://127.0.0.1:8790; got '127.0.0.1:8790'"],
  [['127.0.0.1'], "an origin is a scheme, a host and a port, as in http://127.0.0.1:8790; got '127.0.0.1'"],
  [['http://127.0.0.1:8790/hook'], "got 'http://127.0.0.1:8790/hook'"],
  [['ftp://127.0.0.1'], "got 'ftp://127.0.0.1'"],
  [[8790], 'got 8790'],
])('allowPrivate %j is refused', (allowPrivate, message) => {
  const options = { name: 'a', allowPrivate: allowPrivate as readonly string[] }
  expect(() => defineSource(options)).toThrow(message)
})
