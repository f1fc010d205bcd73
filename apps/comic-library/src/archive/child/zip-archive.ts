import { crc32, inflateRawSync } from 'node:zlib'
import { fromRandomAccessReaderPromise, getFileNameLowLevel, type Entry as ZipEntry, type ZipFile } from 'yauzl'
import type { ArchiveLimits } from '../archive-limits.ts'
import type { ArchiveFile } from './archive-file.ts'
import type { Archive, Entry } from './entry.ts'
import { ReadError } from './read-error.ts'
import { ZipReader } from './zip-reader.ts'

const stored = 0
const deflated = 8
const linkType = 0o120000

/** Methods that only 7-Zip can unpack: bzip2, LZMA, Deflate64, Zstandard. */
export class UnknownMethodError extends Error {}

/** Opens a zip by its central directory. */
export async function openZipArchive(file: ArchiveFile, limits: ArchiveLimits): Promise<Archive> {
  const zip = await fromRandomAccessReaderPromise(new ZipReader(file), file.size, {
    lazyEntries: true,
    autoClose: false,
    // names are checked one by one: a bad one would cost the whole archive
    decodeStrings: false,
    validateEntrySizes: false,
  })
  const byName = new Map<string, ZipEntry>()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (entries.length === limits.entries) throw new ReadError('bomb', `it has more than ${limits.entries} entries`)
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
    const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    if (!byName.has(name)) byName.set(name, entry)
    entries.push(asEntry(name, entry))
  }
  return {
    entries,
    async read(name, maxBytes) {
      const entry = byName.get(name)
      if (entry === undefined) throw new ReadError('no-such-page', 'the archive has no entry of this name')
      return unpack(entry, await dataOf(file, zip, entry, maxBytes), maxBytes)
    },
  }
}

function asEntry(name: string, entry: ZipEntry): Entry {
  return {
    name,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    isFolder: name.endsWith('/'),
    isLink: ((entry.externalFileAttributes >>> 16) & 0o170000) === linkType,
    isEncrypted: entry.isEncrypted(),
  }
}

async function dataOf(file: ArchiveFile, zip: ZipFile, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ReadError('encrypted', 'it is encrypted')
  const { compressionMethod, compressedSize, uncompressedSize } = entry
  if (compressionMethod !== stored && compressionMethod !== deflated) throw new UnknownMethodError()
  if (Math.max(compressedSize, uncompressedSize) > maxBytes) throw tooLarge(maxBytes)
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const data = Buffer.allocUnsafe(compressedSize)
  if (file.read(data, 0, compressedSize, fileDataStart) < compressedSize) {
    throw new ReadError('corrupt', 'it is cut off: an entry ends beyond the end of the file')
  }
  return data
}

function unpack(entry: ZipEntry, data: Buffer, maxBytes: number): Buffer {
  const bytes = entry.compressionMethod === stored ? data : inflate(data, maxBytes)
  if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) {
    throw new ReadError('corrupt', 'an entry is broken: its checksum is wrong')
  }
  return bytes
}

function inflate(data: Buffer, maxBytes: number): Buffer {
  try {
    // one byte more than nothing: zlib takes 0 for no limit
    return inflateRawSync(data, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw new ReadError('corrupt', 'an entry is broken: it cannot be unpacked')
  }
}

function tooLarge(maxBytes: number): ReadError {
  return new ReadError('bomb', `an entry has more than ${maxBytes} bytes`)
}
