import { mkdirSync, renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WatchLibraries } from '../../src/watch/watch-libraries.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

test('a drive that comes back is scanned, and watched again', async () => {
  const root = `${folder.path}/comics`
  mkdirSync(root)
  const scans: number[] = []
  let scanned = () => {}
  const scan = async (id: number) => {
    scans.push(id)
    scanned()
  }
  const list = async () => [{ id: 7, root }]
  const watching = new WatchLibraries({ watching: { quietMs: 300, pollMs: 1_000_000 }, list, scan })
  await watching.runOnce()
  expect(scans).toEqual([])
  renameSync(root, `${root}-away`)
  await watching.runOnce()
  renameSync(`${root}-away`, root)
  await watching.runOnce()
  expect(scans).toContain(7)
  const again = new Promise<void>((resolve) => {
    scanned = resolve
  })
  folder.write('comics/1.cbz', 'one')
  await again
  await watching.stop()
})
