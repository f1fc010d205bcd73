import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHttpDate } from '../../src/source/http-date.ts'

const now = Date.UTC(2026, 6, 1)
const example = Date.UTC(1994, 10, 6, 8, 49, 37)

test.each([
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Sun Nov 06 08:49:37 1994',
  'sun, 6 nov 1994 08:49:37 gmt',
  '  Sun, 06 Nov 1994 08:49:37 GMT ',
])("'%s' is understood", (text) => {
  expect(parseHttpDate(text, now)).toBe(example)
})

test.each([
  '',
  '0',
  '-1',
  'tomorrow',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 CET',
  'Sun, 06 Nob 1994 08:49:37 GMT',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:00 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Son, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
])("'%s' is no date", (text) => {
  expect(parseHttpDate(text, now)).toBeUndefined()
})

test('a leap second is the first one of the next minute', () => {
  expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', now)).toBe(Date.UTC(2017, 0, 1))
})

test('29 February is a day in a leap year only', () => {
  expect(parseHttpDate('Thu, 29 Feb 2024 00:00:00 GMT', now)).toBe(Date.UTC(2024, 1, 29))
  expect(parseHttpDate('Wed, 29 Feb 2023 00:00:00 GMT', now)).toBeUndefined()
})

test.each([
  ['26', 2026],
  ['76', 2076],
  ['77', 1977],
  ['99', 1999],
  ['00', 2000],
])('in 2026 the two digits %s stand for %i: never more than 50 years ahead', (digits, year) => {
  expect(parseHttpDate(`Friday, 01-Jan-${digits} 00:00:00 GMT`, now)).toBe(Date.UTC(year, 0, 1))
})

test('each second that JavaScript writes as a date of HTTP is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1000, 0) / 1000, max: Date.UTC(9999, 11) / 1000 }), (seconds) => {
      expect(parseHttpDate(new Date(seconds * 1000).toUTCString(), now)).toBe(seconds * 1000)
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseHttpDate(text, now) ?? 0).toSatisfy(Number.isFinite)
    }),
  )
})
