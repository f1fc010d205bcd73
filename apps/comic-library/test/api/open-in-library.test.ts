import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openInLibrary } from '../../src/api/open-in-library.ts'
import { contentHash } from '../../src/walk/content-hash.ts'
import { resolveInLibrary } from '../../src/walk/resolve-in-library.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

test('a pipe in the place of a file is not waited for', async () => {
  const path = `${folder.path}/1.cbz`
  execFileSync('mkfifo', [path])
  expect(await openInLibrary({ root: folder.path, path })).toBeUndefined()
  await expect(contentHash(path)).rejects.toThrow('no file')
})

test('the way to the library may be a link by now, the way below it may not, wherever that leads', async () => {
  folder.write('moved/Saga/1.cbz', 'one')
  folder.write('other/1.cbz', 'other')
  const root = `${folder.path}/linked`
  symlinkSync(`${folder.path}/moved`, root)
  symlinkSync('Saga', `${folder.path}/moved/inside`)
  symlinkSync('..', `${folder.path}/moved/outside`)
  const handle = await openInLibrary({ root, path: `${root}/Saga/1.cbz` })
  expect(await handle?.readFile('utf8')).toBe('one')
  await handle?.close()
  expect(await resolveInLibrary(root, 'Saga/1.cbz')).toBe(`${folder.path}/moved/Saga/1.cbz`)
  for (const path of ['inside/1.cbz', 'outside/other/1.cbz', '../other/1.cbz']) {
    expect(await openInLibrary({ root, path: `${root}/${path}` })).toBeUndefined()
    await expect(resolveInLibrary(root, path)).rejects.toThrow(/nothing but files in/)
  }
})
