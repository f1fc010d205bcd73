import { expect, test } from 'vitest'

test('a workspace package imported by its name is the one in its sources', async () => {
  const source = new URL('../../packages/embedded/src/index.ts', import.meta.url).href
  const byName = await import('@pawl/embedded')
  expect(byName).toBe(await import(source))
})
