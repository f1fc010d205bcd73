import { expect, test } from 'vitest'
import { cacheKey } from '../../src/coin/cache-key.ts'

test('the key names source, year, mint mark, denomination, series and title', () => {
  const coin = { year: 1881, mintMark: 'S', denomination: 'Dollar', series: 'Morgan', title: '1881-S  Morgan' }
  expect(cacheKey('ebay', coin)).toBe('ebay|1881|s|dollar|morgan|1881-s morgan')
  expect(cacheKey('ebay', {})).toBe('ebay|||||')
})

test('a separator inside of a part makes no other key', () => {
  expect(cacheKey('ebay', { series: 'a|b' })).not.toBe(cacheKey('ebay', { series: 'a', title: 'b' }))
})
