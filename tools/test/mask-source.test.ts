import { expect, test } from 'vitest'
import { maskSource } from '../check/mask-source.ts'

const masked = (text: string) => maskSource(text).replace(/ +/g, ' ').trim()

test('comments disappear, and a slash in a string starts none', () => {
  expect(masked(`const a = 'http://x' // process.exit()\nb() /* Date.now() */`)).toBe(`const a = ' ' \nb()`)
})

test('an escaped quote does not end a string', () => {
  expect(masked(String.raw`f('it\'s', g)`)).toBe(`f(' ', g)`)
})

test('code inside a template stays, and what surrounds it goes', () => {
  const hole = (code: string) => ['$', '{', code, '}'].join('')
  const text = `x(\`now ${hole('Date.now()')} or ${hole(`f({ a: \`in ${hole('process.pid')}\` })`)} end\`) + y`
  const code = `x(\` ${hole('Date.now()')} ${hole(`f({ a: \` ${hole('process.pid')}\` })`)} \`) + y`
  expect(masked(text)).toBe(code)
})

test('a regular expression with quotes and slashes hides nothing that follows', () => {
  expect(masked(String.raw`const re = /['"/\/]/g; const half = a / b; f('x')`)).toBe(
    `const re = g; const half = a / b; f(' ')`,
  )
  expect(masked(`return /'/.test(x) || run('x')`)).toBe(`return .test(x) || run(' ')`)
})

test('offsets and line breaks stay', () => {
  const text = "a /* one\ntwo */ b 'three' // four\nc"
  const result = maskSource(text)
  expect(result).toHaveLength(text.length)
  expect(result.indexOf('b')).toBe(text.indexOf('b'))
  expect(result.split('\n')).toHaveLength(3)
})
