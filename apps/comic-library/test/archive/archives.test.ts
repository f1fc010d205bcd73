import { mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type GeneratedFile, generateLibrary, type LibraryFault, libraryFaults } from '@pawl/sandbox'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveFacts } from '../../src/archive/archive-facts.ts'
import { openArchives } from '../../src/archive/open-archives.ts'
import { scratchFolder } from './support/scratch-folder.ts'

const { folder, write } = scratchFolder()
const archives = openArchives({ processes: 2 })
afterAll(() => archives.close())

const files = new Map<LibraryFault, GeneratedFile>()
beforeAll(async () => {
  const { faulty } = await generateLibrary(folder, { series: 3, files: 0, faults: libraryFaults })
  for (const file of faulty) files.set(file.fault!, file)
})

const pathOf = (fault: LibraryFault) => join(folder, files.get(fault)!.path)

describe('a file with a fault', () => {
  const withoutPages: readonly (readonly [LibraryFault, Partial<ArchiveFacts>, string])[] = [
    ['corrupt', { format: 'zip' }, 'corrupt'],
    ['truncated', { format: 'zip' }, 'corrupt'],
    ['encrypted', { format: 'zip' }, 'encrypted'],
    ['encrypted-headers', { format: 'rar5' }, 'encrypted'],
    ['empty-file', { format: 'unknown' }, 'empty'],
    ['empty-archive', { format: 'zip' }, 'empty'],
    ['bomb', { format: 'zip' }, 'bomb'],
    ['too-many-entries', { format: 'zip' }, 'bomb'],
    ['not-an-archive', { format: 'unknown' }, 'unknown-format'],
  ]
  test.each(withoutPages)('%s: it has a warning and no pages', async (fault, facts, code) => {
    const found = await archives.inspect(pathOf(fault))
    expect(found).toEqual({ ...facts, pages: [], warning: { code, text: expect.any(String) } })
  })

  test('no-pages: what its ComicInfo.xml says is known', async () => {
    const found = await archives.inspect(pathOf('no-pages'))
    expect(found).toMatchObject({ pages: [], warning: { code: 'no-pages' } })
    expect(found.comicInfo?.series).toBe(files.get('no-pages')!.series)
    expect(found).not.toHaveProperty('coverPage')
  })

  test.each(['traversal', 'symlink'] as const)(
    '%s: hostile entries are left out, the others can be read',
    async (fault) => {
      const found = await archives.inspect(pathOf(fault))
      expect(found).toMatchObject({ pages: ['page 001.jpg'], warning: { code: 'unsafe-entries' } })
      expect(found.comicInfo?.series).toBe(files.get(fault)!.series)
    },
  )

  const sound = [
    'wrong-extension',
    'nested-archive',
    'byte-order-mark',
    'bad-enums',
    'wrong-encoding',
    'entity-bomb',
  ] as const
  test.each(sound)('%s: it is read as if nothing were wrong', async (fault) => {
    const found = await archives.inspect(pathOf(fault))
    expect(found.comicInfo).toMatchObject({ series: files.get(fault)!.series, number: files.get(fault)!.number })
    expect(found).toMatchObject({ format: 'zip', pages: ['page 001.jpg'], coverPage: 'page 001.jpg' })
    expect(found).not.toHaveProperty('warning')
  })

  test('entity-bomb: entities of the file are not expanded', async () => {
    expect((await archives.inspect(pathOf('entity-bomb'))).comicInfo?.notes).toBe('&lol9;')
  })

  test('bad-xml: the pages can be read', async () => {
    const found = await archives.inspect(pathOf('bad-xml'))
    expect(found).toMatchObject({ pages: ['page 001.jpg'], warning: { code: 'bad-comic-info' } })
    expect(found).not.toHaveProperty('comicInfo')
  })

  test.each(['image-bomb', 'bad-image'] as const)('%s: no thumbnail is made of it', async (fault) => {
    const { coverPage } = await archives.inspect(pathOf(fault))
    const made = archives.thumbnail(pathOf(fault), coverPage!, { width: 100, format: 'webp' })
    await expect(made).rejects.toMatchObject({ code: fault })
  })

  test('memory-bomb: it is not unpacked where it needs more memory than it may have', async () => {
    const { pages } = await archives.inspect(pathOf('memory-bomb'))
    expect(pages).toEqual(['page 001.jpg'])
    await expect(archives.page(pathOf('memory-bomb'), pages[0]!)).rejects.toMatchObject({ code: 'bomb' })
  })

  test('it is gone, a folder, or cut off after it was looked at', async () => {
    expect(await archives.inspect(join(folder, 'nobody.cbz'))).toMatchObject({ warning: { code: 'missing' } })
    mkdirSync(join(folder, 'folder.cbz'))
    expect(await archives.inspect(join(folder, 'folder.cbz'))).toMatchObject({ warning: { code: 'unreadable' } })
    const path = write('cut.cbz', readFileSync(pathOf('wrong-extension')))
    truncateSync(path, 300)
    await expect(archives.page(path, 'page 001.jpg')).rejects.toMatchObject({ code: 'corrupt' })
  })
})

describe('pages', () => {
  test.each(['traversal', 'nested-archive'] as const)('%s: only images are given out', async (fault) => {
    const { bytes, type } = await archives.page(pathOf(fault), 'page 001.jpg')
    expect(type).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 90 })
    await expect(archives.page(pathOf(fault), 'ComicInfo.xml')).rejects.toMatchObject({ code: 'bad-image' })
    await expect(archives.page(pathOf(fault), 'page 002.jpg')).rejects.toMatchObject({ code: 'no-such-page' })
  })

  test('the bytes of a bomb are not unpacked', async () => {
    const strict = openArchives({ processes: 1, limits: { entryBytes: 1024 * 1024 } })
    await expect(strict.page(pathOf('bomb'), 'page 001.bmp')).rejects.toMatchObject({ code: 'bomb' })
    await strict.close()
  })
})
