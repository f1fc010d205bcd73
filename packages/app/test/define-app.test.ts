import { expect, test } from 'vitest'
import { type App, defineApp } from '../src/index.ts'

const letters: App = { name: 'old-letters', title: 'Letters', jobs: [] }

test.each<[Partial<App> & Record<string, unknown>, RegExp]>([
  [{ name: 'Letters' }, /small letters/],
  [{ name: 'old--letters' }, /small letters/],
  [{ name: 'jobs' }, /a route, a command or a schema/],
  [{ command: 'Letters' }, /the command of an application has .* small letters/],
  [{ command: 'jobs' }, /no application can have the command 'jobs'/],
  [{ name: 'pawl' }, /a route, a command or a schema/],
  [{ name: 'pg-catalog' }, /a route, a command or a schema/],
  [{ titel: 'x' }, /no 'titel'/],
  [{ title: '' }, /needs a title/],
  [{ jobs: undefined as never }, /list of what defineJob/],
  [{ migrations: './migrations' as never }, /as a URL/],
  [{ routes: {} as never }, /must be a function/],
  [{ commands: [{ name: 'Go', summary: '', run: async () => 0 }] }, /a command of/],
  [{ commands: [1, 2].map(() => ({ name: 'go', summary: '', run: async () => 0 })) }, /two commands/],
])('an invalid application is refused: %j', (change, message) => {
  expect(() => defineApp({ ...letters, ...change })).toThrow(message)
})
