import { phase } from 'pawl'
import { isStillThere } from '../scan/is-still-there.ts'
import { libraryOf } from '../scan/library-of.ts'
import { refuseEmpty } from '../scan/refuse-empty.ts'
import type { ScanParts } from '../scan/scan-parts.ts'
import { holdLibrary } from '../tables/libraries.ts'
import {
  countToLink,
  linkFiles,
  type OrphanedFile,
  orphanedFiles,
  removeFiles,
  unlinkedFiles,
} from '../tables/links.ts'
import { addToScan } from '../tables/scans.ts'

type Row = { readonly id: number; readonly isOrphaned: boolean }

/**
 * Gives files to their series, then removes those that are gone. Each batch counts the series that it touches in its own transaction, so that
 * none is ever counted wrong, or shown empty.
 */
export function linking({ readFolder, settings }: ScanParts) {
  return phase<Row>('linking', {
    async undone(tx, subject, { after, limit }, context) {
      const [kind, id] = after === null ? ['file', 0] : placeOf(after)
      const files = kind === 'file' ? await unlinkedFiles(tx, subject, id, limit) : []
      if (files.length > 0) return files.map((each) => ({ id: each, isOrphaned: false }))
      const orphans = await orphanedFiles(tx, subject, kind === 'file' ? 0 : id, limit)
      const last = orphans.at(-1)
      if (last === undefined) return []
      const library = await libraryOf(tx, subject)
      await refuseEmpty(tx, library, context, readFolder)
      const gone = await withoutThoseThere(library.root, orphans)
      return { rows: gone.map((each) => ({ id: each.id, isOrphaned: true })), after: `orphan-${last.id}` }
    },
    key: ({ id, isOrphaned }) => `${isOrphaned ? 'orphan' : 'file'}-${id}`,
    count: countToLink,
    async write(tx, rows, { subject, run }) {
      await holdLibrary(tx, subject)
      const files = rows.flatMap(({ row }) => (row.isOrphaned ? [] : [row.id]))
      const orphans = rows.flatMap(({ row }) => (row.isOrphaned ? [row.id] : []))
      if (files.length > 0) await addToScan(tx, run, await linkFiles(tx, files, run))
      if (orphans.length > 0) await addToScan(tx, run, { filesRemoved: await removeFiles(tx, orphans) })
      return { new: files.length }
    },
    batch: settings.batch.linking,
    label: 'Linking files',
    unit: '',
  })
}

/** A drive that left for a moment is back with its files: the next walk finds them, and who they were. */
async function withoutThoseThere(root: string, orphans: readonly OrphanedFile[]): Promise<OrphanedFile[]> {
  const there = await Promise.all(orphans.map(async (file) => !file.isTaken && (await isStillThere(root, file))))
  return orphans.filter((_, place) => !there[place])
}

function placeOf(after: string): [string, number] {
  const [kind, id] = after.split('-') as [string, string]
  return [kind, Number(id)]
}
