import fc from 'fast-check'
import { expect, test } from 'vitest'
import { varyKey, varyNames } from '../../src/source/vary-key.ts'

const key = (vary: string | undefined, headers: Record<string, string>) => varyKey(vary, (name) => headers[name])

test('the names of a Vary header are taken once, in lower case and in order', () => {
  expect(varyNames(' Origin,accept , ORIGIN,,')).toEqual(['accept', 'origin'])
  expect(varyNames(undefined)).toEqual([])
  expect(varyNames(null)).toEqual([])
})

test('requests that differ in a named header have different keys', () => {
  expect(key('accept', { accept: 'text/html' })).not.toBe(key('accept', { accept: 'text/plain' }))
  expect(key('accept', { accept: '' })).not.toBe(key('accept', {}))
})

test('requests that differ elsewhere have the same key', () => {
  expect(key('accept', { accept: 'a', cookie: '1' })).toBe(key('accept', { accept: 'a', cookie: '2' }))
  expect(key(undefined, { accept: 'a' })).toBe(key('', { accept: 'b' }))
})

test('the order and the case of Vary change nothing, nor does the space in a value', () => {
  const headers = { accept: 'a, b', origin: 'x' }
  expect(key('Origin, Accept', headers)).toBe(key('accept,origin', { ...headers, accept: ' a,b ' }))
})

test('no value can pass for two headers', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
      const trimmed = (text: string) =>
        text
          .trim()
          .split(/\s*,\s*/)
          .join(', ')
      const isSame = trimmed(a) === trimmed(c) && trimmed(b) === trimmed(d)
      expect(key('x, y', { x: a, y: b }) === key('x, y', { x: c, y: d })).toBe(isSame)
    }),
  )
})
