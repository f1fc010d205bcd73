import { type PhaseContext, phase } from 'pawl'
import { ArchiveError } from '../archive/archive-error.ts'
import { type CoverWarning, countUncovered, type UncoveredFile, uncoveredFiles, writeCovers } from '../tables/covers.ts'
import { addToScan } from '../tables/scans.ts'
import { resolveInLibrary } from '../walk/resolve-in-library.ts'
import { libraryOf } from './library-of.ts'
import type { ScanParts } from './scan-parts.ts'

type Row = UncoveredFile & { readonly root: string }
type Cover = { readonly isMade: boolean; readonly warning?: CoverWarning }

/** Makes a thumbnail of each file's cover, once for each content. */
export function covers({ archives, covers: cache, settings }: ScanParts) {
  return phase<Row, Cover>('covers', {
    async undone(tx, subject, { after, limit }) {
      const { root } = await libraryOf(tx, subject)
      return (await uncoveredFiles(tx, subject, after, limit)).map((file) => ({ ...file, root }))
    },
    count: countUncovered,
    async work(file) {
      if (file.coverPage === null) return { isMade: false }
      if (await cache.has(file)) return { isMade: true }
      try {
        const path = await resolveInLibrary(file.root, file.path)
        await cache.put(file, await archives.thumbnail(path, file.coverPage, cache.options))
        return { isMade: true }
      } catch (error) {
        if (error instanceof ArchiveError && error.code !== 'missing') return failed(error)
        throw error
      }
    },
    async write(tx, rows, { run }: PhaseContext) {
      await writeCovers(
        tx,
        rows.map(({ row, result }) => ({ id: row.id, ...result })),
      )
      const coversMade = rows.filter(({ result }) => result.isMade).length
      await addToScan(tx, run, { coversMade, coversFailed: rows.length - coversMade })
      return { new: coversMade }
    },
    batch: 20,
    parallel: settings.parallel.covers,
    label: 'Extracting covers',
    unit: 'files',
  })
}

function failed({ code, message }: ArchiveError): Cover {
  return { isMade: false, warning: { code, text: message } }
}
