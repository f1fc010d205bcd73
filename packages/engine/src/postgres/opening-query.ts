import type pg from 'pg'
import { type Answer, type Callback, PgQuery, type Wire } from './pg-query.ts'
import type { Statement } from './statement.ts'

/** What a transaction begins with: fails with `PW005` where the attempt is not ours. */
export type Opening = {
  readonly statement: Statement
  readonly values: readonly (string | number | boolean | null)[]
}

export const leaseLost = 'PW005'

export type OpeningQueryOptions = {
  readonly opening: Opening
  /** Its statement is prepared on the session, which is ours. */
  readonly prepare: boolean
  readonly onOpen: () => void
  /** It did not begin: what follows in its message was not run. */
  readonly onFail: (error: Error) => void
}

/** BEGIN and the opening. */
const openings = 2

/**
 * The first statement of a transaction, in one message with BEGIN and the opening. Between them there is no Sync: when one fails
 * PostgreSQL runs none behind it, neither inside nor outside of a transaction.
 */
export class OpeningQuery extends PgQuery {
  readonly #options: OpeningQueryOptions
  #left = openings
  #wasParsed = true

  constructor(
    config: string | pg.QueryConfig,
    values: unknown[] | Callback | undefined,
    callback: Callback,
    options: OpeningQueryOptions,
  ) {
    super(config, values, callback)
    this.#options = options
  }

  override prepare(connection: Wire): void {
    this.#wasParsed = Boolean(this.hasBeenParsed(connection))
    // gathered, and sent as one piece: the socket takes nine pieces more slowly
    const messages: Uint8Array[] = []
    const wire = Object.create(connection, {
      _send: { value: (message: Uint8Array) => messages.push(message) },
    }) as Wire
    this.#writeOpening(wire)
    super.prepare(wire)
    connection._send(Buffer.concat(messages))
  }

  #writeOpening(wire: Wire): void {
    const { opening, prepare } = this.#options
    const { name, text } = opening.statement
    const statement = prepare ? name : ''
    wire.parse({ text: 'begin', name: '', types: [] })
    wire.bind({ portal: '', statement: '', values: [], binary: false })
    wire.execute({ portal: '', rows: 0 })
    if (!prepare || wire.parsedStatements[name] === undefined) wire.parse({ text, name: statement, types: [] })
    const values = opening.values.map((value) => (value === null ? null : String(value)))
    wire.bind({ portal: '', statement, values, binary: false })
    wire.execute({ portal: '', rows: 0 })
  }

  override handleDataRow(answer: Answer): void {
    if (this.#left === 0) super.handleDataRow(answer)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#left === 0) super.handleCommandComplete(message, connection)
    else if (--this.#left === 0) {
      this.#parsed(connection)
      this.#options.onOpen()
    }
  }

  override handleError(error: Error, connection: Wire): void {
    if (this.#left > 0) {
      // the answer to BEGIN's Parse was taken for its own
      if (!this.#wasParsed) delete connection.parsedStatements[this.name!]
      if ((error as { code?: unknown }).code === leaseLost) this.#parsed(connection)
      this.#options.onFail(error)
    }
    super.handleError(error, connection)
  }

  #parsed(connection: Wire): void {
    const { opening, prepare } = this.#options
    if (prepare) connection.parsedStatements[opening.statement.name] = opening.statement.text
  }
}
