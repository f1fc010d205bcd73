import { expect, test } from 'vitest'
import { validatorsOf } from '../../src/source/validators.ts'

const now = Date.UTC(2026, 6, 1)
const validators = (headers: Record<string, string>) => validatorsOf((name) => headers[name], now)
const date = 'Sun, 06 Nov 1994 08:49:37 GMT'

test('a tag and a date of change are both sent back as they came', () => {
  expect(validators({ etag: 'W/"a"', 'last-modified': date })).toEqual({
    'if-none-match': 'W/"a"',
    'if-modified-since': date,
  })
  expect(validators({ etag: '"a"' })).toEqual({ 'if-none-match': '"a"' })
  expect(validators({ 'last-modified': date })).toEqual({ 'if-modified-since': date })
})

test('an answer without them cannot be asked about', () => {
  expect(validators({})).toEqual({})
  expect(validatorsOf(() => null, now)).toEqual({})
  expect(validators({ etag: ' ', 'last-modified': 'yesterday' })).toEqual({})
})
