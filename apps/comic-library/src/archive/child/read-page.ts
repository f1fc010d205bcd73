import { imageTypeOf } from './image-type-of.ts'
import { ReadError } from './read-error.ts'
import { type WithArchiveOptions, withArchive } from './with-archive.ts'

export type ReadPage = { readonly bytes: Buffer; readonly type: string }

export async function readPage(path: string, entry: string, options: WithArchiveOptions): Promise<ReadPage> {
  const bytes = await withArchive(path, options, async (archive) => archive.read(entry, options.limits.entryBytes))
  const type = imageTypeOf(bytes)
  if (bytes.length === 0) throw new ReadError('no-such-page', 'the archive has no such page, or it is empty')
  if (type === undefined) throw new ReadError('bad-image', 'the page is not an image that we know')
  return { bytes, type }
}
