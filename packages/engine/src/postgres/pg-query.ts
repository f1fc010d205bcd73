import pg from 'pg'

/** What `pg` does with a connection, a query and an answer, and does not declare. */
export type Wire = {
  /** By name: what PostgreSQL has prepared, and what it was told to. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  readonly stream: unknown
  parse(message: { text: string; name: string; types: readonly number[] }): void
  bind(message: { portal: string; statement: string; values: readonly (string | null)[]; binary: boolean }): void
  execute(message: { portal: string; rows: number }): void
  describe(message: unknown): void
  _send(message: Uint8Array): unknown
}

export type Answer = { readonly fields: readonly (string | null)[] }

export type Callback = (error: Error | null, result: pg.QueryResult) => void

export type Query = {
  name: string | undefined
  text: string | undefined
  values: unknown[] | undefined
  callback: Callback | undefined
  readonly rows: number | undefined
  readonly _result: { addRow(row: unknown): void }
  /** One result, or a list of them where the text holds several statements. */
  readonly _results: pg.QueryResult
  /** A row could not be read. */
  readonly _canceledDueToError: Error | false
  requiresPreparation(): boolean
  hasBeenParsed(connection: Wire): unknown
  submit(connection: Wire): Error | null
  prepare(connection: Wire): void
  handleDataRow(answer: Answer): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleReadyForQuery(connection: Wire): void
  handleError(error: Error, connection: Wire): void
}

type QueryClass = new (config: string | pg.QueryConfig, values: unknown[] | undefined, callback: Callback) => Query

export const PgQuery = (pg as unknown as { readonly Query: QueryClass }).Query

/**
 * The same connection, some of whose ways are others. It does not have the connection for its prototype: V8 looks anew for all that hangs on
 * a prototype each time that changes, which took a worker 14 of 182 µs a commit.
 */
export function wireWith(connection: Wire, overrides: Partial<Wire>): Wire {
  const { parsedStatements, submittedNamedStatements, stream } = connection
  const wire = Object.create(Object.getPrototypeOf(connection))
  return Object.assign(wire, { parsedStatements, submittedNamedStatements, stream, ...overrides })
}
