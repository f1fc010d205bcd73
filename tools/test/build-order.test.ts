import { expect, test } from 'vitest'
import { buildOrder } from '../build-order.ts'

const named = (name: string, ...dependencies: string[]) => ({ name, folder: name, dependencies })

test('a package is built after those of ours that it needs', () => {
  const order = buildOrder([named('cli', 'server', 'engine'), named('server', 'engine', 'hono'), named('engine', 'pg')])
  expect(order.map(({ name }) => name)).toEqual(['engine', 'server', 'cli'])
})

test('packages that need each other are named', () => {
  expect(() => buildOrder([named('a', 'b'), named('b', 'a')])).toThrow('a, b')
})
