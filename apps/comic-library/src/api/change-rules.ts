import { inTransaction } from '@pawl/app'
import type pg from 'pg'
import { changeLibrary, type LibraryChange } from '../tables/changed-library.ts'
import { findLibrary } from '../tables/libraries.ts'
import { rereadFiles } from '../tables/metadata.ts'
import { nameTaken } from './name-taken.ts'
import { unknownLibrary } from './not-found.ts'

/** Changes a library. What keeps series apart is written down with each file, so that all are read anew by the next scan. */
export async function changeRules(db: pg.Pool, id: number, change: LibraryChange): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const before = await findLibrary(tx, id)
      if (before === undefined || !(await changeLibrary(tx, id, change))) throw unknownLibrary(id)
      const { keepYearsApart = before.keepYearsApart, keepPublishersApart = before.keepPublishersApart } = change
      const isOther = keepYearsApart !== before.keepYearsApart || keepPublishersApart !== before.keepPublishersApart
      if (isOther) await rereadFiles(tx, id, { all: true })
    })
  } catch (error) {
    throw (error as { code?: unknown }).code === '23505' ? nameTaken(change.name ?? '') : error
  }
}
