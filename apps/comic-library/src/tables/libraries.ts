import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type Library = {
  readonly id: number
  readonly name: string
  /** Absolute, links resolved. */
  readonly root: string
  readonly keepYearsApart: boolean
  readonly keepPublishersApart: boolean
  readonly watch: boolean
  readonly rescanEveryMs: number | null
  readonly nextScanAt: Date | null
  readonly createdAt: Date
}

export type NewLibrary = Pick<
  Library,
  'name' | 'root' | 'keepYearsApart' | 'keepPublishersApart' | 'watch' | 'rescanEveryMs'
>

export async function findLibrary(db: Tx, id: number | string): Promise<Library | undefined> {
  return (await db.query(sql('library_find'), [id])).rows[0] as Library | undefined
}

export async function listLibraries(db: Tx): Promise<Library[]> {
  return (await db.query(sql('library_list'), [])).rows as Library[]
}

/** Undefined: there is one of this name, or at this folder. */
export async function addLibrary(db: Tx, library: NewLibrary): Promise<number | undefined> {
  const { name, root, keepYearsApart, keepPublishersApart, watch, rescanEveryMs } = library
  const values = [name, root, keepYearsApart, keepPublishersApart, watch, rescanEveryMs]
  return (await db.query(sql('library_add'), values)).rows[0]?.id as number | undefined
}

/** With all that is on record of it. Nothing on disk is touched. */
export async function removeLibrary(db: Tx, id: number): Promise<boolean> {
  return (await db.query(sql('library_remove'), [id])).rows.length > 0
}

/** Until the transaction ends, nobody else gives files of it to series. */
export async function holdLibrary(tx: Tx, id: number | string): Promise<void> {
  await tx.query(sql('library_hold'), [id])
}

export type DueLibrary = { readonly id: number }

/** Those that are due, stepped on to their next scan. */
export async function takeDueLibraries(tx: Tx, limit: number): Promise<DueLibrary[]> {
  return (await tx.query(sql('library_take_due'), [limit])).rows as DueLibrary[]
}
