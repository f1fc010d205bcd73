import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type Reader = {
  readonly id: number
  readonly name: string
  /** Which releases count as new; none: all of them. */
  readonly languages: readonly string[]
  readonly hasFeed: boolean
  readonly createdAt: Date
}

export async function listReaders(db: Tx, after: number | undefined, limit: number): Promise<Reader[]> {
  return (await db.query(sql('readers_list'), [after ?? null, limit])).rows.map(reader)
}

export const findReader = (db: Tx, id: number): Promise<Reader | undefined> => one(db, 'reader_find', [id])

export const readerNamed = (db: Tx, name: string): Promise<Reader | undefined> => one(db, 'reader_named', [name])

export const readerOfToken = (db: Tx, hash: Buffer): Promise<Reader | undefined> => one(db, 'reader_of_token', [hash])

/** Undefined: the name is taken. */
export const addReader = (
  db: Tx,
  { name, languages }: Pick<Reader, 'name' | 'languages'>,
  tokenHash: Buffer | null,
): Promise<Reader | undefined> => one(db, 'reader_add', [name, languages, tokenHash])

/** Undefined: there is no such reader. Fails with 23505 where the name is taken. */
export const changeReader = (
  db: Tx,
  id: number,
  change: { readonly name?: string | undefined; readonly languages?: readonly string[] | undefined },
): Promise<Reader | undefined> => one(db, 'reader_change', [id, change.name ?? null, change.languages ?? null])

/** Null: the feed is closed. */
export const setFeedToken = (db: Tx, id: number, hash: Buffer | null): Promise<Reader | undefined> =>
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
  return {
    id: Number(row.id),
    name: row.name,
    languages: row.languages,
    hasFeed: row.has_feed,
    createdAt: row.created_at,
  }
}
