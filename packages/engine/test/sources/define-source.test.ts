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
