import { parseComicInfo } from '../../comic-info/parse-comic-info.js'
import { chooseEntries } from './choose-entries.js'
import { ReadError } from './read-error.js'
import { withArchive } from './with-archive.js'

/** @import { Archive, Entry } from './entry.js' */
/** @import { ArchiveFacts, ArchiveFormat, ArchiveWarning } from '../archive-facts.ts' */
/** @import { ArchiveLimits } from '../archive-limits.ts' */
/** @import { ComicInfo } from '../../comic-info/comic-info.ts' */
/** @import { RunSevenZip } from './seven-zip.js' */

/**
 * Looks at one archive. What is wrong with it is its warning.
 * @param {string} path
 * @param {{ limits: ArchiveLimits, sevenZip: RunSevenZip }} options
 * @returns {Promise<ArchiveFacts>}
 */
export async function inspect(path, { limits, sevenZip }) {
  /** @type {ArchiveFormat} */
  let format = 'unknown'
  const onFormat = (/** @type {ArchiveFormat} */ found) => {
    format = found
  }
  try {
    return await withArchive(path, { limits, sevenZip, onFormat }, async (archive, size) => {
      refuseBomb(archive.entries, size, limits)
      return { format, ...(await factsOf(archive, limits)) }
    })
  } catch (error) {
    if (error instanceof ReadError) return { format, pages: [], warning: warning(error.code, error.message) }
    throw error
  }
}

/**
 * By what the archive declares. What it does not declare is caught when it is unpacked.
 * @param {readonly Entry[]} entries
 * @param {number} size of the file
 * @param {ArchiveLimits} limits
 */
function refuseBomb(entries, size, { entryBytes, totalBytes, ratio, ratioFromBytes }) {
  const isTight = (/** @type {number} */ unpacked, /** @type {number} */ packed) =>
    unpacked > ratioFromBytes && unpacked > ratio * packed
  const total = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (total > totalBytes) throw new ReadError('bomb', `unpacked it has ${total} bytes, more than ${totalBytes}`)
  if (isTight(total, size)) throw new ReadError('bomb', `${size} bytes would become ${total}`)
  const { pages } = chooseEntries(entries)
  for (const page of pages) {
    if (page.size > entryBytes) throw new ReadError('bomb', `a page has ${page.size} bytes, more than ${entryBytes}`)
    if (isTight(page.size, page.packedSize ?? page.size)) {
      throw new ReadError('bomb', `${page.packedSize} bytes would become ${page.size}`)
    }
  }
}

/**
 * @param {Archive} archive
 * @param {ArchiveLimits} limits
 * @returns {Promise<Omit<ArchiveFacts, 'format'>>}
 */
async function factsOf(archive, limits) {
  if (archive.entries.length === 0) throw new ReadError('empty', 'it has no entries')
  const chosen = chooseEntries(archive.entries)
  const readable = chosen.pages.filter(({ isEncrypted }) => !isEncrypted)
  const pages = readable.map(({ name }) => name)
  const info = await readComicInfo(archive, chosen.comicInfo, limits)
  const front = info.comicInfo?.pages.find(({ type }) => type === 'FrontCover')
  const coverPage = pages[front?.image ?? 0] ?? pages[0]
  const gravest = [
    readable.length < chosen.pages.length ? warning('encrypted', 'its pages are encrypted') : undefined,
    chosen.pages.length === 0 ? warning('no-pages', 'it has no image in it') : undefined,
    info.warning,
    chosen.unsafe > 0 ? warning('unsafe-entries', unsafeText(chosen.unsafe)) : undefined,
  ].find((found) => found !== undefined)
  return {
    pages,
    ...(coverPage === undefined ? {} : { coverPage }),
    ...(info.comicInfo === undefined ? {} : { comicInfo: info.comicInfo }),
    ...(gravest === undefined ? {} : { warning: gravest }),
  }
}

/**
 * @param {Archive} archive
 * @param {Entry | undefined} entry
 * @param {ArchiveLimits} limits
 * @returns {Promise<{ comicInfo?: ComicInfo, warning?: ArchiveWarning }>}
 */
async function readComicInfo(archive, entry, { comicInfoBytes }) {
  if (entry === undefined) return {}
  try {
    return { comicInfo: parseComicInfo(await archive.read(entry.name, comicInfoBytes)) }
  } catch (error) {
    // a fault of the machine is not one of the file
    if (/** @type {NodeJS.ErrnoException} */ (error).syscall !== undefined) throw error
    return {
      warning: warning('bad-comic-info', `its ComicInfo.xml is of no use: ${/** @type {Error} */ (error).message}`),
    }
  }
}

/**
 * @param {ArchiveWarning['code'] | import('../archive-error.ts').ArchiveErrorCode} code
 * @param {string} text
 * @returns {ArchiveWarning}
 */
function warning(code, text) {
  return { code: /** @type {ArchiveWarning['code']} */ (code), text }
}

/** @param {number} count */
function unsafeText(count) {
  return `${count} ${count === 1 ? 'entry was' : 'entries were'} left out: links, or names that lead out of the archive`
}
