import { expect, test } from 'vitest'
import { checkTarget } from '../../src/api/check-target.ts'

const check = (text: string) => checkTarget(text, { allowPrivate: false, field: 'url' })

test('an address is as long as what is kept of it', () => {
  expect(() => check(`https://hooks.example/${'一'.repeat(600)}`)).toThrow(/longer than 2048/)
  expect(check(`https://hooks.example/${'a'.repeat(600)}`).host).toBe('hooks.example')
})
