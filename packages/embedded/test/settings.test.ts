import { expect, test } from 'vitest'
import { sharedBuffersMb } from '../src/server/settings.ts'

const gb = 2 ** 30

test.each([
  ['a small container', gb / 4, 128],
  ['a small machine', 2 * gb, 256],
  ['a laptop', 8 * gb, 1024],
  ['a server', 64 * gb, 1024],
])('keeps an eighth of the memory of %s for its cache, within bounds', (_, memory, mb) => {
  expect(sharedBuffersMb(memory)).toBe(mb)
})
