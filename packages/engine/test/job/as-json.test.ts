import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asStrictJson, readBack } from '../../src/job/as-json.ts'

const back = (value: unknown) => {
  const json = asStrictJson(value)
  if (json.fault !== undefined) throw new Error(json.fault)
  return readBack(value, json)
}

test('whatever JSON can write is read back as JSON.parse would read it', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, 0, null, true, new Date(0), Object(true)),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), part), (value) => {
      expect(back(value)).toStrictEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test.each<[string, object]>([
  ['has a method for JSON', { n: 1, toJSON: () => ({ n: 2 }) }],
  [
    'is of a class',
    new (class Point {
      x = 1
      toJSON() {
        return { y: 2 }
      }
    })(),
  ],
  ['is a list', [1, -0, null]],
  ['has no prototype', Object.assign(Object.create(null), { n: 1 })],
])('a body that %s is read as JSON has it', (_, value) => {
  expect(back(value)).toStrictEqual(JSON.parse(JSON.stringify(value)))
})

test('what is read back is nobody else’s', () => {
  const value = { n: 1 }
  expect(back(value)).not.toBe(value)
})
