import type { ComicInfo } from '../../comic-info/comic-info.ts'
import { parseComicInfo } from '../../comic-info/parse-comic-info.ts'
import type { ArchiveErrorCode } from '../archive-error.ts'
import type { ArchiveFacts, ArchiveFormat, ArchiveWarning } from '../archive-facts.ts'
import type { ArchiveLimits } from '../archive-limits.ts'
import { chooseEntries } from './choose-entries.ts'
import type { Archive, Entry } from './entry.ts'
import { ReadError } from './read-error.ts'
import type { RunSevenZip } from './seven-zip.ts'
import { withArchive } from './with-archive.ts'

export type InspectOptions = { readonly limits: ArchiveLimits; readonly sevenZip: RunSevenZip }

/** Looks at one archive. What is wrong with it is its warning. */
export async function inspect(path: string, { limits, sevenZip }: InspectOptions): Promise<ArchiveFacts> {
  let format: ArchiveFormat = 'unknown'
  const onFormat = (found: ArchiveFormat) => {
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

/** By what the archive declares, and the size of its file. What it does not declare is caught when it is unpacked. */
function refuseBomb(
  entries: readonly Entry[],
  size: number,
  { entryBytes, totalBytes, ratio, ratioFromBytes }: ArchiveLimits,
): void {
  const isTight = (unpacked: number, packed: number) => unpacked > ratioFromBytes && unpacked > ratio * packed
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

async function factsOf(archive: Archive, limits: ArchiveLimits): Promise<Omit<ArchiveFacts, 'format'>> {
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

async function readComicInfo(
  archive: Archive,
  entry: Entry | undefined,
  { comicInfoBytes }: ArchiveLimits,
): Promise<{ readonly comicInfo?: ComicInfo; readonly warning?: ArchiveWarning }> {
  if (entry === undefined) return {}
  try {
    return { comicInfo: parseComicInfo(await archive.read(entry.name, comicInfoBytes)) }
  } catch (error) {
    // a fault of the machine is not one of the file
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    return {
      warning: warning('bad-comic-info', `its ComicInfo.xml is of no use: ${(error as Error).message}`),
    }
  }
}

function warning(code: ArchiveErrorCode, text: string): ArchiveWarning {
  return { code: code as ArchiveWarning['code'], text }
}

function unsafeText(count: number): string {
  return `${count} ${count === 1 ? 'entry was' : 'entries were'} left out: links, or names that lead out of the archive`
}
