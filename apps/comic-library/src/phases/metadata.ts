import { phase } from 'pawl'
import type { ArchiveFacts } from '../archive/archive-facts.ts'
import { describeFile } from '../scan/describe-file.ts'
import { libraryOf } from '../scan/library-of.ts'
import type { ScanParts } from '../scan/scan-parts.ts'
import type { Library } from '../tables/libraries.ts'
import { countUnread, type FileMetadata, orphanFiles, unreadFiles, writeMetadata } from '../tables/metadata.ts'
import { addToScan } from '../tables/scans.ts'
import { resolveInLibrary } from '../walk/resolve-in-library.ts'

type Row = { readonly id: number; readonly path: string; readonly library: Library }

/** Reads what archives say of themselves. One that cannot be read gets a warning, and the name of its folder. */
export function metadata({ archives, settings }: ScanParts) {
  const inspect = async ({ path, library }: Row): Promise<ArchiveFacts> => {
    try {
      return await archives.inspect(await resolveInLibrary(library.root, path))
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return nothing('missing', message)
      if (code === 'outside-library' || code === 'EACCES' || code === 'ELOOP') return nothing('unreadable', message)
      throw error
    }
  }
  return phase<Row, FileMetadata>('metadata', {
    async undone(tx, subject, { after, limit }) {
      const library = await libraryOf(tx, subject)
      const files = await unreadFiles(tx, subject, after, limit)
      return files.map((file) => ({ ...file, library }))
    },
    count: countUnread,
    work: async (row) => describeFile(row.path, await inspect(row), row.library),
    async write(tx, rows, { subject, run }) {
      // gone since the walk: as if the walk had seen it so
      const gone = rows.filter(({ result }) => result.warningCode === 'missing')
      const read = rows.filter(({ result }) => result.warningCode !== 'missing')
      await orphanFiles(
        tx,
        gone.map(({ row }) => row.id),
      )
      await writeMetadata(
        tx,
        subject,
        read.map(({ row, result }) => ({ id: row.id, metadata: result })),
      )
      const counted = countSources(read.map(({ result }) => result))
      await addToScan(tx, run, { ...counted, filesOrphaned: gone.length })
      return { new: counted.fromComicInfo }
    },
    batch: settings.batch.metadata,
    parallel: settings.parallel.metadata,
    label: 'Extracting metadata',
    unit: 'files',
  })
}

function countSources(read: readonly FileMetadata[]) {
  const from = (source: FileMetadata['seriesFrom']) => read.filter(({ seriesFrom }) => seriesFrom === source).length
  return {
    fromComicInfo: from('comic-info'),
    fromFolderNames: from('folder'),
    fromFileNames: from('file-name'),
    warnings: read.filter(({ warningCode }) => warningCode !== null).length,
  }
}

function nothing(code: 'missing' | 'unreadable', text: string): ArchiveFacts {
  return { format: 'unknown', pages: [], warning: { code, text } }
}
