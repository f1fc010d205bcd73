import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directiveMs, parseCacheControl } from '../../src/source/cache-control.ts'

test('directives are read with and without a value, quoted or not', () => {
  expect([...parseCacheControl('Public,max-age=60 , private="a, b",  x="\\"", y=')]).toEqual([
    ['public', ''],
    ['max-age', '60'],
    ['private', 'a, b'],
    ['x', '\\"'],
    ['y', ''],
  ])
})

test('a missing header has no directives', () => {
  for (const text of [undefined, null, '', ' , ,']) expect(parseCacheControl(text).size).toBe(0)
})

test('a name inside a quoted value is no directive', () => {
  expect(parseCacheControl('x="no-store, private"').has('no-store')).toBe(false)
})

test('a quote that does not end hides nothing after the next comma', () => {
  expect(parseCacheControl('private="a, no-store').has('no-store')).toBe(true)
})

test('of two directives with the same name the first counts', () => {
  expect(parseCacheControl('max-age=1, Max-Age=2').get('max-age')).toBe('1')
})

test('seconds become milliseconds, and what is no number means at once', () => {
  const control = parseCacheControl('a=5, b=x, c, d=-1, e="7"')
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => directiveMs(control, name))).toEqual([
    5_000,
    0,
    0,
    0,
    7_000,
    undefined,
  ])
})

test('no header makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const name of parseCacheControl(text).keys()) expect(name).not.toBe('')
    }),
  )
})
