import { crc32, deflateRawSync } from 'node:zlib'
import { seededRandom } from '../catalogue/seeded-random.ts'
import type { ArchiveEntry } from './archive-entry.ts'
import { comicInfoXml } from './comic-info-xml.ts'
import { hostilePng } from './hostile-png.ts'
import type { LibraryFault } from './library-options.ts'
import type { PlannedFile } from './plan-library.ts'
import { writeHungry7z } from './write-7z.ts'
import { comicInfoEntry, pageEntries } from './write-comic.ts'
import { writeEncryptedRar5 } from './write-rar5.ts'
import { writeZip } from './write-zip.ts'

type Parts = {
  readonly file: PlannedFile
  readonly pages: readonly ArchiveEntry[]
  readonly info: ArchiveEntry
  readonly noise: (bytes: number) => Buffer
}

const mb = 1024 * 1024
/** Above what a reader may allow for one archive. */
const tooMany = 20_001

const writers: Readonly<Record<LibraryFault, (parts: Parts) => Buffer>> = {
  corrupt: ({ pages, info, noise }) => {
    const whole = writeZip([...pages, info])
    const broken = noise(whole.length)
    whole.copy(broken, 0, 0, 40)
    return broken
  },
  truncated: ({ pages, info }) => {
    const whole = writeZip([...pages, info])
    return whole.subarray(0, Math.floor(whole.length * 0.6))
  },
  encrypted: ({ pages, info }) => writeZip([...pages, info].map((entry) => ({ ...entry, isEncrypted: true }))),
  'encrypted-headers': ({ noise }) => writeEncryptedRar5(noise(4_000)),
  'empty-file': () => Buffer.alloc(0),
  'empty-archive': () => writeZip([]),
  'no-pages': ({ info }) => writeZip([{ name: 'read me.txt', bytes: Buffer.from('nothing to see') }, info]),
  bomb: ({ info }) => writeZip([bombEntry(), info]),
  'memory-bomb': ({ pages }) => writeHungry7z(pages),
  'too-many-entries': ({ info }) =>
    writeZip([
      ...Array.from({ length: tooMany }, (_, index) => ({ name: `${index}.jpg`, bytes: Buffer.alloc(0) })),
      info,
    ]),
  traversal: ({ pages, info }) => {
    const names = ['../../outside.jpg', '/etc/outside.jpg', 'C:\\outside.jpg', 'a/../../outside.jpg']
    return writeZip([...names.map((name) => ({ name, bytes: pages[0]!.bytes })), ...pages, info])
  },
  symlink: ({ pages, info }) =>
    writeZip([{ name: 'page 000.jpg', bytes: Buffer.from('/etc/passwd'), isLink: true }, ...pages, info]),
  'wrong-extension': ({ pages, info }) => writeZip([...pages, info]),
  'not-an-archive': () => Buffer.from('This is a text that somebody named like a comic.\n'),
  'nested-archive': ({ pages, info }) => writeZip([{ name: 'inner.cbz', bytes: writeZip(pages) }, ...pages, info]),
  'image-bomb': ({ info }) => writeZip([{ name: 'page 001.png', bytes: hostilePng() }, info]),
  'bad-image': ({ info, noise }) => {
    const start = Buffer.from('ffd8ffe000104a46494600', 'hex')
    return writeZip([{ name: 'page 001.jpg', bytes: Buffer.concat([start, noise(2_000)]) }, info])
  },
  'entity-bomb': ({ file, pages }) => writeZip([...pages, comicInfoEntry(entityBomb(file))]),
  'bad-xml': ({ pages }) => writeZip([...pages, comicInfoEntry('this <is no & xml')]),
  'byte-order-mark': ({ file, pages }) => writeZip([...pages, comicInfoEntry(`\ufeff${comicInfoXml(file)}`)]),
  'bad-enums': ({ file, pages }) => {
    const enums = [
      '<Manga>Perhaps</Manga>',
      '<BlackAndWhite>Grey</BlackAndWhite>',
      '<Count>many</Count>',
      '<Day>99</Day>',
    ]
    return writeZip([...pages, comicInfoEntry(comicInfoXml(file, enums))])
  },
  'wrong-encoding': ({ file, pages }) => {
    const xml = comicInfoXml(file, ['<Penciller>Zoé Müller</Penciller>'])
    return writeZip([...pages, comicInfoEntry(Buffer.from(xml, 'latin1'))])
  },
}

/** A file with a fault; the same bytes for the same seed. */
export function writeFaulty(file: PlannedFile, fault: LibraryFault, cover: Buffer, seed: number): Buffer {
  const random = seededRandom(seed + file.number * 31 + file.series.index)
  const noise = (bytes: number) => Buffer.from(Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256)))
  const info = comicInfoEntry(comicInfoXml(file))
  return writers[fault]({ file, pages: pageEntries(file, cover, 1), info, noise })
}

/** 48 MB of nothing in 48 KB. */
function bombEntry(): ArchiveEntry {
  const zeros = Buffer.alloc(48 * mb)
  return {
    name: 'page 001.bmp',
    bytes: deflateRawSync(zeros, { level: 9 }),
    deflated: { size: zeros.length, crc: crc32(zeros) },
  }
}

function entityBomb(file: PlannedFile): string {
  const names = Array.from({ length: 9 }, (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`)
  const doctype = `<!DOCTYPE ComicInfo [<!ENTITY lol0 "lol">${names.join('')}]>`
  return comicInfoXml(file, ['<Notes>&lol9;</Notes>']).replace('\n', `\n${doctype}\n`)
}
