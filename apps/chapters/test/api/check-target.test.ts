import { expect, test } from 'vitest'
import { checkTarget } from '../../src/api/check-target.ts'

const check = (text: string) => checkTarget(text, { allowPrivate: false, field: 'url' })

test('beside the origins of the sandbox no private address can be given', () => {
  const inSandbox = (url: string) => checkTarget(url, { allowPrivate: ['http://127.0.0.1:8790'], field: 'url' })
  expect(inSandbox('http://127.0.0.1:8790/feeds/1').port).toBe('8790')
  expect(() => inSandbox('https://127.0.0.1:8787/hook')).toThrow(/127\.0\.0\.1 is a loopback address/)
  expect(() => inSandbox('https://10.0.0.1/hook')).toThrow(/10\.0\.0\.1 is a private address/)
})

test('an address is as long as what is kept of it', () => {
  expect(() => check(`https://hooks.example/${'一'.repeat(600)}`)).toThrow(/longer than 2048/)
  expect(check(`https://hooks.example/${'a'.repeat(600)}`).host).toBe('hooks.example')
})
