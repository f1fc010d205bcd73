import { type PhaseContext, phase } from 'pawl'
import { ArchiveError } from '../archive/archive-error.ts'
import { findInCatalogue } from '../covers/find-in-catalogue.ts'
import { libraryOf } from '../scan/library-of.ts'
import type { ScanParts } from '../scan/scan-parts.ts'
import * as table from '../tables/covers.ts'
import { addToScan } from '../tables/scans.ts'
import { resolveInLibrary } from '../walk/resolve-in-library.ts'

type FileRow = table.UncoveredFile & { readonly kind: 'file'; readonly root: string }
type SeriesRow = table.UnaskedSeries & { readonly kind: 'series' }
type Row = FileRow | SeriesRow
type Cover = { readonly isMade: boolean; readonly warning?: table.CoverWarning; readonly key?: string | null }

/** Makes a thumbnail of each file's cover, once for each content; then asks the catalogue about series, if there is one. */
export function covers({ archives, covers: cache, settings }: ScanParts) {
  const { catalogue } = settings.covers

  const ofFile = async (file: FileRow): Promise<Cover> => {
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
  }

  const ofSeries = async (row: SeriesRow, { fetch }: PhaseContext): Promise<Cover> => {
    const key = await findInCatalogue({ catalogue: catalogue!, archives, covers: cache }, row, fetch)
    return { isMade: key !== null, key }
  }

  return phase<Row, Cover>('covers', {
    async undone(tx, subject, { after, limit }) {
      const [kind, id] = after === null ? ['file', '0'] : (after.split('-') as [string, string])
      const { root } = await libraryOf(tx, subject)
      const files = kind === 'file' ? await table.uncoveredFiles(tx, subject, id, limit) : []
      if (files.length > 0) return files.map((file) => ({ kind: 'file', ...file, root }))
      if (catalogue === undefined) return []
      const series = await table.unaskedSeries(tx, subject, kind === 'file' ? 0 : Number(id), limit)
      return series.map((each) => ({ kind: 'series', ...each }))
    },
    key: ({ kind, id }) => `${kind}-${id}`,
    count: async (tx, subject) =>
      (await table.countUncovered(tx, subject)) + (catalogue === undefined ? 0 : await table.countUnasked(tx, subject)),
    work: (row, context) => (row.kind === 'file' ? ofFile(row) : ofSeries(row, context)),
    async write(tx, rows, { run }) {
      const files = rows.filter(({ row }) => row.kind === 'file')
      const asked = rows.filter(({ row }) => row.kind === 'series')
      const [made, found] = [
        files.map(byId),
        asked.map(({ row, result }) => ({ id: row.id, cover: result.key ?? null })),
      ]
      await table.writeCovers(tx, made)
      await table.writeCatalogueCovers(tx, found)
      const coversMade = made.filter(({ isMade }) => isMade).length
      await addToScan(tx, run, { coversMade, coversFailed: made.length - coversMade })
      return { new: coversMade }
    },
    batch: settings.batch.covers,
    parallel: settings.parallel.covers,
    label: 'Extracting covers',
    unit: '',
  })
}

function byId({ row, result }: { readonly row: Row; readonly result: Cover }) {
  return { id: row.id, ...result }
}

function failed({ code, message }: ArchiveError): Cover {
  return { isMade: false, warning: { code, text: message } }
}
