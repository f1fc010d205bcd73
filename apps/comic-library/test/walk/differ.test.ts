import { expect, test } from 'vitest'
import { comparePaths } from '../../src/walk/compare-paths.ts'
import { Differ } from '../../src/walk/differ.ts'
import type { Difference, KnownPath } from '../../src/walk/difference.ts'
import type { WalkedEntry } from '../../src/walk/walked-entry.ts'

const comic = (path: string, size = 1): WalkedEntry => ({ kind: 'comic', path, size, mtimeNs: '1' })
const file = (path: string, size = 1): KnownPath => ({ path, file: { size, mtimeNs: '1' } })

/** All differences, with pages of so many on both sides. */
async function differ(entries: readonly WalkedEntry[], known: readonly KnownPath[], limit = 100, page = 100) {
  const walk = (async function* () {
    yield* entries
  })()
  const compared = new Differ(walk)
  const all: Difference[] = []
  for (;;) {
    const { differences, ended } = await compared.next(
      async (after) => known.filter(({ path }) => after === '' || comparePaths(path, after) > 0).slice(0, page),
      limit,
      () => false,
    )
    all.push(...differences)
    if (ended) return { all: all.map(({ kind, path }) => `${kind} ${path}`), found: compared.found }
  }
}

test('what is the same is passed over, and the rest is found, gone or left alone, for any size of pages', async () => {
  const entries: WalkedEntry[] = [
    comic('a'),
    comic('b', 2),
    comic('d'),
    { kind: 'skipped', path: 'e.pdf', reason: 'unsupported-format' },
    { kind: 'skipped', path: 'f', reason: 'link' },
  ]
  const known = [file('a'), file('b'), file('c'), { path: 'd.pdf', skipped: 'link' }, file('f')]
  const expected = ['found b', 'gone c', 'found d', 'unskip d.pdf', 'skip e.pdf', 'gone f', 'skip f']
  for (const limit of [1, 2, 100]) {
    for (const page of [1, 2, 100])
      expect(await differ(entries, known, limit, page)).toEqual({ all: expected, found: 3 })
  }
})

test('what is on record below a folder that cannot be read stands', async () => {
  const entries: WalkedEntry[] = [{ kind: 'unreadable', path: 'a/', reason: 'folder-unreadable' }, comic('b')]
  const known = [file('a/1'), file('a/2'), file('a0'), file('b')]
  expect((await differ(entries, known)).all).toEqual(['skip a/', 'gone a0'])
})

test('two names that no text tells apart are one', async () => {
  const odd: WalkedEntry = { kind: 'skipped', path: '\ufffd.cbz', reason: 'name-is-not-utf-8' }
  expect((await differ([odd, odd], [])).all).toEqual(['skip \ufffd.cbz'])
})
