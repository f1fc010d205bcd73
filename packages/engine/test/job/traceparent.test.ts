import { expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from '../../src/job/traceparent.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test('a traceparent is read and written', () => {
  const text = `00-${traceId}-${spanId}-01`
  expect(parseTraceparent(text)).toEqual({ traceId, spanId, flags: 1 })
  expect(formatTraceparent({ traceId, spanId, flags: 1 })).toBe(text)
})

test('one of a later version is read as far as it is known', () => {
  expect(parseTraceparent(`01-${traceId}-${spanId}-00-more`)).toEqual({ traceId, spanId, flags: 0 })
})

test.each([
  undefined,
  null,
  '',
  'nonsense',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
])('%s says nothing', (text) => {
  expect(parseTraceparent(text)).toBeUndefined()
})
