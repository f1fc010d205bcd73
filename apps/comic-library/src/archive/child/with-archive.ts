import type { ArchiveFormat } from '../archive-facts.ts'
import type { ArchiveLimits } from '../archive-limits.ts'
import { type ArchiveFile, openArchiveFile } from './archive-file.ts'
import type { Archive } from './entry.ts'
import { formatOf } from './format-of.ts'
import { hasLockedNames } from './has-locked-names.ts'
import { ReadError } from './read-error.ts'
import type { RunSevenZip } from './seven-zip.ts'
import { openSevenZipArchive } from './seven-zip-archive.ts'
import { openZipArchive, UnknownMethodError } from './zip-archive.ts'

export type WithArchiveOptions = {
  readonly limits: ArchiveLimits
  readonly sevenZip: RunSevenZip
  readonly onFormat?: (format: ArchiveFormat) => void
}

/** Lends an archive that is open, of whatever format. */
export async function withArchive<T>(
  path: string,
  { limits, sevenZip, onFormat }: WithArchiveOptions,
  use: (archive: Archive, size: number) => Promise<T>,
): Promise<T> {
  const file = openArchiveFile(path)
  try {
    if (file.size === 0) throw new ReadError('empty', 'the file is empty')
    const head = new Uint8Array(8)
    const format = formatOf(head.subarray(0, file.read(head, 0, 8, 0)))
    onFormat?.(format)
    if (format === 'unknown') throw new ReadError('unknown-format', 'it is neither zip nor rar nor 7z')
    if (hasLockedNames(file, format)) throw new ReadError('encrypted', 'it is encrypted')
    const open = format === 'zip' ? openZip : openSevenZipArchive
    return await use(await open(file, limits, sevenZip), file.size)
  } finally {
    file.close()
  }
}

/** By yauzl, which reads the central directory alone. What it cannot read, 7-Zip may: bytes behind the end, rare methods. */
async function openZip(file: ArchiveFile, limits: ArchiveLimits, sevenZip: RunSevenZip): Promise<Archive> {
  const viaSevenZip = () => openSevenZipArchive(file, limits, sevenZip)
  try {
    const archive = await openZipArchive(file, limits)
    return {
      entries: archive.entries,
      async read(name, maxBytes) {
        try {
          return await archive.read(name, maxBytes)
        } catch (error) {
          if (error instanceof UnknownMethodError) return readAt(await viaSevenZip(), place(archive, name), maxBytes)
          throw asReadError(error)
        }
      },
    }
  } catch (error) {
    if (error instanceof ReadError) throw error
    return viaSevenZip()
  }
}

function place({ entries }: Archive, name: string): number {
  return entries.findIndex((entry) => entry.name === name)
}

/** By its place in the directory: the two may read a name that is not ASCII in different ways. */
function readAt(archive: Archive, at: number, maxBytes: number): Buffer | Promise<Buffer> {
  const entry = archive.entries[at]
  if (entry === undefined) throw new ReadError('corrupt', 'it is broken: its entries cannot be told apart')
  return archive.read(entry.name, maxBytes)
}

/** yauzl throws plain errors for what is wrong with a file. */
function asReadError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? new ReadError('corrupt', 'an entry is broken') : error
}
