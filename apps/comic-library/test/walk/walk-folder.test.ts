import { lstatSync } from 'node:fs'
import { expect, test } from 'vitest'
import { comparePaths } from '../../src/walk/compare-paths.ts'
import { walkFolder } from '../../src/walk/walk-folder.ts'
import type { WalkedEntry } from '../../src/walk/walked-entry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const paths = [
  'a b.cbz',
  'a/1.cbz',
  'a/z/9.cbz',
  'a!.cbz',
  'a0.cbz',
  'Z.cbz',
  '日本/1.cbz',
  '\u{1f600}.cbz',
  '\uff21.cbz',
]
for (const path of paths) folder.write(path, path)

const walked = async (after?: string) => {
  const found: string[] = []
  for await (const { path } of walkFolder(folder.path, { after })) found.push(path)
  return found
}

test('paths are met in the order of their bytes, which is that of the table', async () => {
  const bytes = [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(await walked()).toEqual(bytes)
  expect([...paths].sort(comparePaths)).toEqual(bytes)
})

test('a walk goes on after any path as if it had never been interrupted', async () => {
  const all = await walked()
  for (const [i, path] of all.entries()) expect(await walked(path)).toEqual(all.slice(i + 1))
  expect(await walked('a/z/')).toEqual(all.filter((path) => comparePaths(path, 'a/z/') > 0 && !path.startsWith('a/z/')))
})

test('the size and time of a comic are those on disk, to the nanosecond', async () => {
  folder.write('b/timed.cbz', 'four', Date.UTC(2021, 5, 5, 1, 2, 3, 456))
  const mtimeNs = String(lstatSync(`${folder.path}/b/timed.cbz`, { bigint: true }).mtimeNs)
  const found: WalkedEntry[] = []
  for await (const entry of walkFolder(folder.path, { after: 'b/' })) found.push(entry)
  for await (const entry of walkFolder(folder.path)) if (entry.path.startsWith('b/')) found.push(entry)
  expect(found.filter(({ path }) => path.startsWith('b/'))).toEqual([
    { kind: 'comic', path: 'b/timed.cbz', size: 4, mtimeNs },
  ])
  folder.remove('b')
})
