import { deflateRawSync } from 'node:zlib'
import { type ArchiveEntry, type ComicFormat, writeArchive } from '@pawl/sandbox'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchives } from '../../src/archive/open-archives.ts'
import { packWith7Zip } from './support/pack-with-7-zip.ts'
import { scratchFolder } from './support/scratch-folder.ts'

const { write } = scratchFolder()
const archives = openArchives({ processes: 2 })
afterAll(() => archives.close())

const formats: readonly ComicFormat[] = ['zip', 'rar4', 'rar5', '7z']
const info = (xml: string) => Buffer.from(`<?xml version="1.0"?><ComicInfo>${xml}</ComicInfo>`)
let page: Buffer
beforeAll(async () => {
  page = await drawn(60, 90)
})

function drawn(width: number, height: number, channels: 3 | 4 = 3): Promise<Buffer> {
  return sharp({ create: { width, height, channels, background: 'teal' } })
    .png()
    .toBuffer()
}

function comic(format: ComicFormat, entries: readonly ArchiveEntry[]): string {
  return write(`comic-${format}-${entries.length}.bin`, writeArchive(format, entries))
}

describe.each(formats)('%s', (format) => {
  test('pages come in natural order, without junk and other archives', async () => {
    const names = [
      'p/10.png',
      'p/9.PNG',
      'p/2.webp',
      '__MACOSX/p/._2.png',
      '.hidden/1.png',
      'Thumbs.db',
      'inner.cbz',
      'a.txt',
    ]
    const facts = await archives.inspect(
      comic(
        format,
        names.map((name) => ({ name, bytes: page })),
      ),
    )
    expect(facts).toEqual({ format, pages: ['p/2.webp', 'p/9.PNG', 'p/10.png'], coverPage: 'p/2.webp' })
  })

  test('a ComicInfo.xml at the root goes before one in a folder', async () => {
    const nested = { name: 'p/ComicInfo.xml', bytes: info('<Series>Nested</Series>') }
    const root = { name: 'comicinfo.xml', bytes: info('<Series>Root</Series>') }
    const image = { name: 'p/1.png', bytes: page }
    expect((await archives.inspect(comic(format, [nested, image, root]))).comicInfo?.series).toBe('Root')
    expect((await archives.inspect(comic(format, [nested, image]))).comicInfo?.series).toBe('Nested')
  })

  test('the page marked FrontCover is the cover', async () => {
    const marked = info('<Pages><Page Image="0" Type="Story"/><Page Image="1" Type="FrontCover"/></Pages>')
    const images = ['1.png', '2.png', '3.png'].map((name) => ({ name, bytes: page }))
    const facts = await archives.inspect(comic(format, [...images, { name: 'ComicInfo.xml', bytes: marked }]))
    expect(facts.coverPage).toBe('2.png')
  })

  test('a page is given out as it is, and a thumbnail of it in either format', async () => {
    const name = '@Seite 1? [final] *.png'
    const path = comic(format, [
      { name: 'other.png', bytes: await drawn(10, 10) },
      { name, bytes: page },
    ])
    expect(await archives.page(path, name)).toEqual({ bytes: page, type: 'image/png' })
    for (const wanted of ['webp', 'jpeg'] as const) {
      const thumbnail = await archives.thumbnail(path, name, { width: 30, format: wanted })
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: wanted, width: 30, height: 45 })
    }
  })

  test('a page whose bytes were changed is told as corrupt', async () => {
    const bytes = writeArchive(format, [{ name: '1.png', bytes: page }])
    const at = bytes.indexOf(page) + page.length - 20
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    await expect(archives.page(write(`changed-${format}`, bytes), '1.png')).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('one that is cut off has a warning', async () => {
    const bytes = writeArchive(format, [{ name: '1.png', bytes: page }])
    const path = write(`short-${format}`, bytes.subarray(0, bytes.length - 40))
    expect(await archives.inspect(path)).toMatchObject({ format, warning: { code: 'corrupt' } })
  })
})

describe('thumbnails', () => {
  test('a small page is not enlarged, and a strip for scrolling is cut below', async () => {
    const path = comic('zip', [
      { name: 'small.png', bytes: page },
      { name: 'strip.png', bytes: await drawn(80, 2_000) },
      { name: 'see-through.png', bytes: await drawn(80, 80, 4) },
    ])
    const sizeOf = async (name: string) => {
      const { width, height } = await sharp(
        await archives.thumbnail(path, name, { width: 70, format: 'jpeg' }),
      ).metadata()
      return [width, height]
    }
    expect(await sizeOf('small.png')).toEqual([60, 90])
    expect(await sizeOf('strip.png')).toEqual([70, 105])
    expect(await sizeOf('see-through.png')).toEqual([70, 70])
  })
})

describe('what 7-Zip writes', () => {
  test.each([
    ['a zip packed with BZip2', 'zip', ['-tzip', '-mm=BZip2']],
    ['a zip packed with LZMA', 'zip', ['-tzip', '-mm=LZMA']],
    ['a 7z whose header is packed', '7z', ['-t7z', '-mhc=on']],
  ])('%s is read, whatever the letters of its names', async (_, format, switches) => {
    // one that can be packed, else it would be stored
    const image = await sharp(await drawn(90, 90))
      .tiff({ compression: 'none' })
      .toBuffer()
    const packed = await packWith7Zip('Süße Seite 頁.tif', image, switches)
    expect(packed.length).toBeLessThan(image.length / 2)
    const path = write('packed.bin', packed)
    const { pages, ...facts } = await archives.inspect(path)
    expect(facts).toMatchObject({ format })
    expect(facts).not.toHaveProperty('warning')
    expect((await archives.page(path, pages[0]!)).bytes).toEqual(image)
  })

  test('a name whose letters are of an unknown kind is found in either reader', async () => {
    const image = await sharp(await drawn(90, 90))
      .tiff({ compression: 'none' })
      .toBuffer()
    const packed = await packWith7Zip('Süße Seite.tif', image, ['-tzip', '-mm=BZip2'])
    // without the flag that says UTF-8
    packed.writeUInt16LE(0, packed.indexOf('PK\x03\x04', 'latin1') + 6)
    packed.writeUInt16LE(0, packed.indexOf('PK\x01\x02', 'latin1') + 8)
    const path = write('nameless.bin', packed)
    const { pages } = await archives.inspect(path)
    expect((await archives.page(path, pages[0]!)).bytes).toEqual(image)
  })

  test.each([
    ['zip', ['-tzip', '-psecret']],
    ['7z', ['-t7z', '-psecret']],
    ['7z', ['-t7z', '-psecret', '-mhe=on']],
  ])('%s with a password (%j) is told as encrypted', async (format, switches) => {
    const path = write('locked.bin', await packWith7Zip('1.png', page, switches))
    expect(await archives.inspect(path)).toMatchObject({ format, pages: [], warning: { code: 'encrypted' } })
    await expect(archives.page(path, '1.png')).rejects.toMatchObject({ code: 'encrypted' })
  })
})

describe('a zip that is not quite one', () => {
  test('a page that is larger than it declares is not unpacked in full', async () => {
    const strict = openArchives({ processes: 1, limits: { entryBytes: 100_000 } })
    const bytes = deflateRawSync(Buffer.alloc(10_000_000))
    const path = comic('zip', [{ name: '1.png', bytes, deflated: { size: 500, crc: 0 } }])
    await expect(strict.page(path, '1.png')).rejects.toMatchObject({ code: 'bomb' })
    await expect(archives.page(path, '1.png')).rejects.toMatchObject({ code: 'corrupt' })
    await strict.close()
  })

  test('bytes behind its end do not hide its pages', async () => {
    const bytes = Buffer.concat([writeArchive('zip', [{ name: '1.png', bytes: page }]), Buffer.from('trailing bytes')])
    const path = write('trailing.cbz', bytes)
    expect(await archives.inspect(path)).toEqual({ format: 'zip', pages: ['1.png'], coverPage: '1.png' })
    expect((await archives.page(path, '1.png')).bytes).toEqual(page)
  })
})
