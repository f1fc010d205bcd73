import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type Reader = {
  readonly id: number
  readonly name: string
  /** Reading apps can use the feed of this reader. */
  readonly hasToken: boolean
  readonly createdAt: Date
}

export async function listReaders(db: Tx, after: number | undefined, limit: number): Promise<Reader[]> {
  return (await db.query(sql('readers_list'), [after ?? null, limit])).rows.map(reader)
}

export const findReader = (db: Tx, id: number): Promise<Reader | undefined> => one(db, 'reader_find', [id])

export const readerNamed = (db: Tx, name: string): Promise<Reader | undefined> => one(db, 'reader_named', [name])

export const readerOfToken = (db: Tx, hash: Buffer): Promise<Reader | undefined> => one(db, 'reader_of_token', [hash])

/** Undefined: the name is taken. */
export const addReader = (db: Tx, name: string, tokenHash: Buffer): Promise<Reader | undefined> =>
  one(db, 'reader_add', [name, tokenHash])

/** Undefined: there is no such reader. Fails with 23505 where the name is taken. */
export const renameReader = (db: Tx, id: number, name: string): Promise<Reader | undefined> =>
  one(db, 'reader_rename', [id, name])

/** Null: no app can use the feed any more. */
export const setReaderToken = (db: Tx, id: number, hash: Buffer | null): Promise<Reader | undefined> =>
  one(db, 'reader_set_token', [id, hash])

export async function removeReader(db: Tx, id: number): Promise<boolean> {
  return (await db.query(sql('reader_remove'), [id])).rows.length > 0
}

async function one(db: Tx, statement: string, values: unknown[]): Promise<Reader | undefined> {
  const [row] = (await db.query(sql(statement), values)).rows
  return row && reader(row)
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function reader(row: any): Reader {
  return { id: Number(row.id), name: row.name, hasToken: row.has_token, createdAt: row.created_at }
}
