import { expect, test } from 'vitest'
import { readQueryParams } from '../../src/sources/query-params.ts'
import { searchWords } from '../../src/sources/search-words.ts'

test('empty parameters are fine', () => {
  expect(readQueryParams({})).toEqual({})
})

test.each([[null], ['q'], [{ limit: 0 }], [{ limit: '5' }], [{ pages: 3 }], [{ q: '' }]])(
  '%j is refused for good',
  (given) => {
    expect(() => readQueryParams(given)).toThrow(
      expect.objectContaining({ name: 'PermanentError', message: expect.stringMatching(/^query_params/) }),
    )
  },
)

test('a coin is searched by what identifies it, without signs that a search language reads', () => {
  const coin = {
    year: 1881,
    mintMark: 'S',
    series: 'Morgan (Dollar), "silver" *',
    grade: { prefix: 'MS', number: 65, service: 'PCGS' },
  }
  expect(searchWords(coin)).toEqual(['1881-S', 'Morgan', 'Dollar', 'silver', 'MS65'])
  expect(searchWords({ denomination: '5 francs', year: 1870 })).toEqual(['1870', '5', 'francs'])
  expect(searchWords({})).toEqual([])
})
