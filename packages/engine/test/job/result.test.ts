import { describe, expect, test } from 'vitest'
import { encodeResult, encodeValue, InvalidResultError } from '../../src/job/result.ts'

const limit = 64 * 1024

describe('what a handler returned is kept if it is data', () => {
  test.each<[string, unknown, string]>([
    ['a plain object', { a: 1 }, '{"a":1}'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['an object of another realm', structuredClone({ a: 1 }), '{"a":1}'],
    ['a list', [null, 1], '[null,1]'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['null', null, 'null'],
    ['a number', 0, '0'],
  ])('%s', (_, value, text) => {
    expect(encodeResult('t', value, limit)).toBe(text)
  })

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a Map', new Map([[1, 2]])],
    ['an error', new Error('e')],
    ['an object of a class', new (class Row {})()],
  ])('not %s', (_, value) => {
    expect(encodeResult('t', value, limit)).toBeUndefined()
  })
})

test('what a step returned is what JSON makes of it, also of an object of a class', () => {
  class Row {
    readonly n = 1
    readonly parse = () => 1
  }
  expect(encodeValue('it', new Row(), limit)).toBe('{"n":1}')
  expect(encodeValue('it', undefined, limit)).toBeUndefined()
})

test.each<[unknown, string]>([
  [Number.NaN, 'JSON cannot carry NaN'],
  [() => 1, 'JSON cannot carry a function'],
  [Symbol('s'), 'JSON cannot carry a symbol'],
  [{ rows: [{ n: 1 }, { n: Number.NaN }] }, 'at rows.1.n: JSON cannot carry NaN'],
  [{ name: undefined }, 'at name: JSON cannot carry undefined (leave it out, or use null)'],
  [{ seen: new Set([1]) }, 'at seen: JSON cannot carry a Set (pass plain data)'],
])('what JSON cannot carry is refused, with the path', (value, message) => {
  expect(() => encodeResult('t', value, limit)).toThrow(`the result of 't' cannot be kept: ${message}`)
})

test('the limit counts bytes, and its error says what to do', () => {
  expect(encodeResult('t', 'ä'.repeat(4), 10)).toBe('"ääää"')
  expect(() => encodeResult('t', 'ä'.repeat(5), 10)).toThrow(
    new InvalidResultError(
      'result-too-large',
      "the result of 't' has 12 bytes, its limit is 10. Store the data and return what finds it, or raise maxResultBytes.",
    ),
  )
})

test('brackets inside of texts are not levels', () => {
  expect(encodeValue('it', '['.repeat(2_000), limit)).toBe(`"${'['.repeat(2_000)}"`)
  expect(encodeValue('it', { '\\"': `"${'{'.repeat(2_000)}` }, limit)).toBeDefined()
})

test('a toJSON that throws is a result that cannot be kept', () => {
  const odd = {
    toJSON() {
      throw Object.create(null)
    },
  }
  expect(() => encodeResult('t', odd, limit)).toThrow(InvalidResultError)
})
