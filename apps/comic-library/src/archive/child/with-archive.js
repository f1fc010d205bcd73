import { openArchiveFile } from './archive-file.js'
import { formatOf } from './format-of.js'
import { hasLockedNames } from './has-locked-names.js'
import { ReadError } from './read-error.js'
import { openSevenZipArchive } from './seven-zip-archive.js'
import { openZipArchive, UnknownMethodError } from './zip-archive.js'

/** @import { Archive } from './entry.js' */
/** @import { ArchiveFile } from './archive-file.js' */
/** @import { ArchiveFormat } from '../archive-facts.ts' */
/** @import { ArchiveLimits } from '../archive-limits.ts' */
/** @import { RunSevenZip } from './seven-zip.js' */

/**
 * Lends an archive that is open, of whatever format.
 * @template T
 * @param {string} path
 * @param {{ limits: ArchiveLimits, sevenZip: RunSevenZip, onFormat?: (format: ArchiveFormat) => void }} options
 * @param {(archive: Archive, size: number) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withArchive(path, { limits, sevenZip, onFormat }, use) {
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

/**
 * By yauzl, which reads the central directory alone. What it cannot read, 7-Zip may: bytes behind the end, rare methods.
 * @param {ArchiveFile} file
 * @param {ArchiveLimits} limits
 * @param {RunSevenZip} sevenZip
 * @returns {Promise<Archive>}
 */
async function openZip(file, limits, sevenZip) {
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

/**
 * @param {Archive} archive
 * @param {string} name
 */
function place(archive, name) {
  return archive.entries.findIndex((entry) => entry.name === name)
}

/**
 * By its place in the directory: the two may read a name that is not ASCII in different ways.
 * @param {Archive} archive
 * @param {number} at
 * @param {number} maxBytes
 */
function readAt(archive, at, maxBytes) {
  const entry = archive.entries[at]
  if (entry === undefined) throw new ReadError('corrupt', 'it is broken: its entries cannot be told apart')
  return archive.read(entry.name, maxBytes)
}

/**
 * yauzl throws plain errors for what is wrong with a file.
 * @param {unknown} error
 */
function asReadError(error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error)
  return code === undefined ? new ReadError('corrupt', 'an entry is broken') : error
}
