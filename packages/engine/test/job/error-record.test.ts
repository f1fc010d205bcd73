import { expect, test } from 'vitest'
import { deferralRecord, errorRecord } from '../../src/job/error-record.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

test('an error is kept with name, message, code, class and stack', () => {
  const error = Object.assign(new TypeError('no'), { code: 'E_NO' })
  expect(errorRecord(error, 'permanent')).toEqual({
    name: 'TypeError',
    message: 'no',
    code: 'E_NO',
    class: 'permanent',
    stack: error.stack,
  })
})

test('what is not an error is kept as text', () => {
  expect(errorRecord('just so')).toEqual({ name: 'Error', message: 'just so' })
  expect(errorRecord(undefined)).toEqual({ name: 'Error', message: 'undefined' })
  expect(errorRecord(Object.create(null))).toEqual({ name: 'Error', message: '[object Object]' })
})

test('a field whose getter throws is left out, and the others are kept', () => {
  const odd = (field: string) =>
    Object.defineProperty(new Error('kept'), field, {
      get() {
        throw new Error('not for you')
      },
    })
  expect(errorRecord(odd('code'))).toMatchObject({ name: 'Error', message: 'kept' })
  expect(errorRecord(odd('stack'))).toEqual({ name: 'Error', message: 'kept' })
  expect(errorRecord(odd('message'))).toMatchObject({ name: 'Error', message: 'undefined' })
  expect(errorRecord({ toString: () => ({}) })).toEqual({ name: 'Error', message: '[object Object]' })
})

test('messages and stacks are cut', () => {
  const { message, stack } = errorRecord(new Error('x'.repeat(100_000)))
  expect(message).toHaveLength(4_000)
  expect(stack).toHaveLength(8_000)
})

test('whatever a handler throws, PostgreSQL can store it', async () => {
  const odd = Object.assign(new Error('\u0000 in \ud83d the middle'), { name: 'N\u0000', code: '\udc00' })
  const cutInHalf = new Error(`${'x'.repeat(3_999)}😀`)
  const thrown = [odd, cutInHalf, 'text \ud83d', Symbol('s'), Object.create(null), 10n]
  for (const record of [...thrown.map((each) => errorRecord(each)), deferralRecord('until \u0000 \ud83d')]) {
    const [row] = await database.sql('select $1::jsonb as kept', [JSON.stringify(record)])
    expect(row.kept).toEqual(record)
  }
})

test('a whole pair of surrogates is left alone', () => {
  expect(errorRecord(new Error('fine 😀')).message).toBe('fine 😀')
})
