import type { Tx } from 'pawl'
import { notFound } from '../problems/not-found.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { hashOfToken, newReaderToken } from './reader-token.ts'

/** Who uses an application: with an own library, and a token for the programs that read for them. */
export type Reader<Extra extends object = object> = {
  readonly id: number
  readonly name: string
  readonly hasToken: boolean
  readonly createdAt: Date
} & Extra

export type ReadersTable<Extra extends object = object> = {
  list(db: Tx, after: number | undefined, limit: number): Promise<Reader<Extra>[]>
  find(db: Tx, id: number): Promise<Reader<Extra> | undefined>
  /** Throws `unknown-reader` where `find` returns undefined. */
  get(db: Tx, id: number): Promise<Reader<Extra>>
  findNamed(db: Tx, name: string): Promise<Reader<Extra> | undefined>
  getNamed(db: Tx, name: string): Promise<Reader<Extra>>
  findByToken(db: Tx, token: string): Promise<Reader<Extra> | undefined>
  /** Undefined: the name is taken. The reader has no token. */
  add(db: Tx, given: { readonly name: string } & Extra): Promise<Reader<Extra> | undefined>
  /** What is left out stays. Throws `name-taken`, and `unknown-reader`. */
  change(db: Tx, id: number, change: Partial<{ readonly name: string } & Extra>): Promise<Reader<Extra>>
  /** A new token in the place of the one before. It is returned once. */
  renewToken(db: Tx, id: number): Promise<{ readonly reader: Reader<Extra>; readonly token: string }>
  removeToken(db: Tx, id: number): Promise<Reader<Extra>>
  /** Throws `unknown-reader`. */
  remove(db: Tx, id: number): Promise<void>
}

export type ReadersTableOptions = {
  /**
   * The statements: `readers_list` (after, limit), `reader_find` (id), `reader_named` (name), `reader_of_token` (hash), `reader_add`
   * (name, columns), `reader_change` (id, name or null, each column or null), `reader_set_token` (id, hash or null), `reader_remove`
   * (id). All but the last return id, name, has_token, created_at and the columns.
   */
  readonly sql: (name: string) => string
  /** Columns beside those of every reader; fields have the same names. */
  readonly columns?: readonly string[]
  /** Where readers are listed, for errors: `GET /api/letters/readers shows all`. */
  readonly hint: string
}

/**
 * The readers of an application, in a table of its own. Tokens are kept as hashes.
 *
 * @example
 * ```ts
 * const readers = readersTable({ sql: sqlBeside(import.meta.url), hint: 'GET /api/letters/readers shows all' })
 * const nameOf = async (db: pg.Pool, token: string) => (await readers.findByToken(db, token))?.name
 * ```
 */
export function readersTable<Extra extends object = object>(options: ReadersTableOptions): ReadersTable<Extra> {
  const { sql, columns = [], hint } = options
  const rows = async (db: Tx, statement: string, values: unknown[]): Promise<Reader<Extra>[]> =>
    (await db.query(sql(statement), values)).rows.map((row) => readerOf(row, columns) as Reader<Extra>)
  const one = async (db: Tx, statement: string, values: unknown[]) => (await rows(db, statement, values))[0]
  const found = (which: number | string, reader: Reader<Extra> | undefined) => {
    if (reader === undefined) throw notFound('reader', which, hint)
    return reader
  }
  const extras = (given: object, absent: unknown) =>
    columns.map((name) => (given as Record<string, unknown>)[name] ?? absent)
  return {
    list: (db, after, limit) => rows(db, 'readers_list', [after ?? null, limit]),
    find: (db, id) => one(db, 'reader_find', [id]),
    get: async (db, id) => found(id, await one(db, 'reader_find', [id])),
    findNamed: (db, name) => one(db, 'reader_named', [name]),
    getNamed: async (db, name) => found(`'${name}'`, await one(db, 'reader_named', [name])),
    findByToken: (db, token) => one(db, 'reader_of_token', [hashOfToken(token)]),
    add: (db, given) => one(db, 'reader_add', [given.name, ...extras(given, null)]),
    async change(db, id, change) {
      const values = [id, change.name ?? null, ...extras(change, null)]
      const changed = await one(db, 'reader_change', values).catch((error: unknown) => {
        throw (error as { code?: unknown }).code === '23505' ? nameTaken(change.name ?? '') : error
      })
      return found(id, changed)
    },
    async renewToken(db, id) {
      const { token, hash } = newReaderToken()
      return { reader: found(id, await one(db, 'reader_set_token', [id, hash])), token }
    },
    removeToken: async (db, id) => found(id, await one(db, 'reader_set_token', [id, null])),
    async remove(db, id) {
      const { rows: removed } = await db.query(sql('reader_remove'), [id])
      if (removed.length === 0) throw notFound('reader', id, hint)
    },
  }
}

/** The name belongs to another reader. */
export function nameTaken(name: string): ProblemError {
  return new ProblemError(409, 'name-taken', `there is a reader ${name} already`)
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function readerOf(row: any, columns: readonly string[]): Reader {
  return {
    ...{ id: Number(row.id), name: row.name },
    ...Object.fromEntries(columns.map((name) => [name, row[name]])),
    ...{ hasToken: row.has_token, createdAt: row.created_at },
  }
}
