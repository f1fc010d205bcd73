import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { NewLibrary } from './libraries.ts'

const sql = sqlBeside(import.meta.url)

/** What is undefined stays. */
export type LibraryChange = { readonly [K in Exclude<keyof NewLibrary, 'root'>]?: NewLibrary[K] | undefined }

/** False: there is none. Fails with 23505 where the name is taken. */
export async function changeLibrary(db: Tx, id: number, change: LibraryChange): Promise<boolean> {
  const { name, keepYearsApart, keepPublishersApart, watch, rescanEveryMs } = change
  const values = [
    ...[id, name ?? null, keepYearsApart ?? null, keepPublishersApart ?? null, watch ?? null],
    ...[rescanEveryMs !== undefined, rescanEveryMs ?? null],
  ]
  return (await db.query(sql('library_change'), values)).rows.length > 0
}
