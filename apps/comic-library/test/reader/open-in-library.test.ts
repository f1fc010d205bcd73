import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openInLibrary } from '../../src/reader/open-in-library.ts'
import { contentHash } from '../../src/walk/content-hash.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

test('a pipe in the place of a file is not waited for', async () => {
  const path = `${folder.path}/1.cbz`
  execFileSync('mkfifo', [path])
  expect(await openInLibrary({ root: folder.path, path })).toBeUndefined()
  await expect(contentHash(path)).rejects.toThrow('no file')
})
