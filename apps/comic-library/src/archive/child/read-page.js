import { imageTypeOf } from './image-type-of.js'
import { ReadError } from './read-error.js'
import { withArchive } from './with-archive.js'

/** @import { ArchiveLimits } from '../archive-limits.ts' */
/** @import { RunSevenZip } from './seven-zip.js' */

/**
 * @param {string} path
 * @param {string} entry
 * @param {{ limits: ArchiveLimits, sevenZip: RunSevenZip }} options
 */
export async function readPage(path, entry, options) {
  const bytes = await withArchive(path, options, async (archive) => archive.read(entry, options.limits.entryBytes))
  const type = imageTypeOf(bytes)
  if (bytes.length === 0) throw new ReadError('no-such-page', 'the archive has no such page, or it is empty')
  if (type === undefined) throw new ReadError('bad-image', 'the page is not an image that we know')
  return { bytes, type }
}
