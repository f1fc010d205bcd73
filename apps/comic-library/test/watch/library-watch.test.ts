import { afterEach, expect, test } from 'vitest'
import { FolderWatch } from '../../src/watch/folder-watch.ts'
import { LibraryWatch } from '../../src/watch/library-watch.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const watches: { stop(): void }[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

/** A promise, and what fulfils it. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

test('a file that comes, in a folder that has only just come, is noticed', async () => {
  let next = signal()
  const watch = new FolderWatch({ root: folder.path, onChange: () => next.give(), onBlind: () => {} })
  watches.push(watch)
  await watch.start()
  folder.write('Saga/1.cbz', 'one')
  await next.given
  // until the new folder is watched, nobody would be told of what is in it: so it is written to until somebody is
  for (let i = 0; i < 3; i++) {
    next = signal()
    const again = setInterval(() => folder.write('Saga/2.cbz', String(Math.random())), 20)
    await next.given
    clearInterval(again)
  }
})

test('a library is scanned when its folder has changed and come to rest, not while it changes', async () => {
  const scanned = signal()
  let scans = 0
  const watch = new LibraryWatch({
    ...{ root: folder.path, quietMs: 300, pollMs: 1_000_000 },
    async scan() {
      scans++
      scanned.give()
    },
  })
  watches.push(watch)
  await watch.start()
  for (let i = 0; i < 20; i++) folder.write(`many/${i}.cbz`, 'x')
  expect(scans).toBe(0)
  await scanned.given
  expect(scans).toBe(1)
})

test('a folder that cannot be watched is scanned now and then, and a scan that fails ends nothing', async () => {
  const twice = signal()
  let scans = 0
  const watch = new LibraryWatch({
    ...{ root: `${folder.path}/not there`, quietMs: 10, pollMs: 20 },
    async scan() {
      if (++scans === 2) twice.give()
      throw new Error('the database is away')
    },
  })
  watches.push(watch)
  await watch.start()
  await twice.given
})
