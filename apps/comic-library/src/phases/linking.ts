import { phase } from 'pawl'
import { holdLibrary } from '../tables/libraries.ts'
import { countToLink, linkFiles, orphanedFiles, removeFiles, unlinkedFiles } from '../tables/links.ts'
import { addToScan } from '../tables/scans.ts'
import { checkRoot } from '../walk/check-root.ts'
import { libraryOf } from './library-of.ts'

type Row = { readonly id: number; readonly isOrphaned: boolean }

/**
 * Gives files to their series, then removes those that are gone. Each batch counts the series that it touches in its own transaction, so that
 * none is ever counted wrong, or shown empty.
 */
export function linking() {
  return phase<Row>('linking', {
    async undone(tx, subject, { after, limit }) {
      const [kind, id] = after === null ? ['file', 0] : placeOf(after)
      const files = kind === 'file' ? await unlinkedFiles(tx, subject, id, limit) : []
      if (files.length > 0) return files.map((each) => ({ id: each, isOrphaned: false }))
      const orphans = await orphanedFiles(tx, subject, kind === 'file' ? 0 : id, limit)
      // before anything goes: a drive that has just left would be the cause
      if (orphans.length > 0) await checkRoot((await libraryOf(tx, subject)).root)
      return orphans.map((each) => ({ id: each, isOrphaned: true }))
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
    batch: 500,
    label: 'Linking files',
    unit: 'files',
  })
}

function placeOf(after: string): [string, number] {
  const [kind, id] = after.split('-') as [string, string]
  return [kind, Number(id)]
}
