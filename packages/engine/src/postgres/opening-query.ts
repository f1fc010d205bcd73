import type pg from 'pg'
import { type Answer, type Callback, PgQuery, type Wire, wireWith } from './pg-query.ts'
import type { Statement } from './statement.ts'

/** What a transaction begins with: fails where the attempt is not ours. */
export type Opening = {
  readonly statement: Statement
  readonly values: readonly (string | number | boolean | null)[]
}

type ServerError = {
  readonly code?: string
  readonly schema?: string
  readonly table?: string
  readonly constraint?: string
}

/**
 * Whether it failed as the attempt is not ours: by our own word, by an outcome that stands, or as there is no partition left to write one
 * in. What somebody else's trigger or constraint says is a failure.
 */
export function isLeaseLost(error: Error | undefined): boolean {
  const { code, schema, table, constraint } = (error ?? {}) as ServerError
  if (code === 'PW005') return true
  if (schema !== 'pawl' || !table?.startsWith('outcome')) return false
  return code === '23505' || (code === '23514' && constraint === undefined)
}

const begin: Statement = { name: 'pawl_begin', text: 'begin' }

export type OpeningQueryOptions = {
  readonly opening: Opening
  /** Its statements are prepared on the session, which is ours. */
  readonly prepare: boolean
  readonly onOpen: () => void
  /** It did not begin: what follows in its message was not run. */
  readonly onFail: (error: Error) => void
}

/** The same connection, whose messages are gathered to be sent as one piece: the socket takes nine pieces more slowly. */
type Gatherer = { readonly wire: Wire; readonly messages: Uint8Array[] }

const gatherers = new WeakMap<Wire, Gatherer>()

function gathererOf(connection: Wire): Gatherer {
  let gatherer = gatherers.get(connection)
  if (gatherer === undefined) {
    const messages: Uint8Array[] = []
    gatherer = { wire: wireWith(connection, { _send: (message) => messages.push(message) }), messages }
    gatherers.set(connection, gatherer)
  }
  return gatherer
}

/** BEGIN and the opening's statement. */
const before = 2

/**
 * The first statement of a transaction, in one message with BEGIN and the opening. Between them there is no Sync: when one fails
 * PostgreSQL runs none behind it, neither inside nor outside of a transaction.
 *
 * What it runs and whom it tells is shown to nobody before it is submitted. Tracers copy queries that show a text or a callback, and
 * `pg` would run such a copy as a plain statement, without BEGIN.
 */
export class OpeningQuery extends PgQuery {
  /** It can go in one message with others: it is one statement, whose answer comes as a whole. */
  readonly canFollow: boolean
  readonly #options: OpeningQueryOptions
  readonly #hidden: {
    readonly text: string | undefined
    readonly name: string | undefined
    readonly values: unknown[] | undefined
  }
  readonly #tell: Callback
  #told = false
  /** So many statements are to be answered before its own. */
  #left = before
  /** What its name stands for on the session already, if it has one. */
  #preparedAs: string | undefined
  readonly query_timeout: number | undefined

  constructor(
    config: string | pg.QueryConfig,
    values: unknown[] | undefined,
    tell: Callback,
    options: OpeningQueryOptions,
  ) {
    super(config, values, () => {})
    this.#options = options
    this.#tell = tell
    this.canFollow = this.requiresPreparation() && !this.rows
    this.query_timeout = (config as { query_timeout?: number }).query_timeout
    this.#hidden = { text: this.text, name: this.name, values: this.values }
    this.text = undefined
    this.name = undefined
    this.values = undefined
    this.callback = undefined
  }

  override submit(connection: Wire): Error | null {
    const { text, name, values } = this.#hidden
    // some tracers have put a text in its place that cannot be set
    if (!Reflect.set(this, 'text', text)) Object.defineProperty(this, 'text', { value: text })
    this.name = name
    this.values = values
    // one that pg has set meanwhile ends its time limit
    const ends = this.callback
    this.callback = (error, result) => {
      ends?.(error, result)
      this.#answer(error)
    }
    return super.submit(connection)
  }

  override prepare(connection: Wire): void {
    const { parsedStatements, submittedNamedStatements } = connection
    if (this.name) this.#preparedAs = parsedStatements[this.name] ?? submittedNamedStatements[this.name]
    const { wire, messages } = gathererOf(connection)
    // of one that could not be written
    messages.length = 0
    this.#writeOpening(wire)
    super.prepare(wire)
    connection._send(Buffer.concat(messages))
  }

  #writeOpening(wire: Wire): void {
    const { opening, prepare } = this.#options
    for (const [{ name, text }, given] of [
      [begin, []],
      [opening.statement, opening.values],
    ] as const) {
      const statement = prepare ? name : ''
      if (!prepare || wire.parsedStatements[name] === undefined) wire.parse({ text, name: statement, types: [] })
      const values = given.map((value) => (value === null ? null : String(value)))
      wire.bind({ portal: '', statement, values, binary: false })
      wire.execute({ portal: '', rows: 0 })
    }
  }

  override handleDataRow(answer: Answer): void {
    if (this.#left === 0) super.handleDataRow(answer)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#left === 0) super.handleCommandComplete(message, connection)
    else if (--this.#left === 0) {
      this.#noteParsed(connection)
      this.#options.onOpen()
    }
  }

  override handleError(error: Error, connection: Wire): void {
    // a copy that somebody has made of it, which could not be submitted
    if (!(#left in this)) return
    if (this.#left > 0) {
      if (isLeaseLost(error)) this.#noteParsed(connection)
      this.#options.onFail(error)
    }
    const cause = this._canceledDueToError || error
    // without one pg would emit an error that nobody hears
    this.callback ??= () => {}
    super.handleError(error, connection)
    this.#answer(cause)
  }

  /** Once: a time limit is told of before its statement has ended. */
  #answer(error: Error | null): void {
    if (this.#told) return
    this.#told = true
    this.#tell(error, this._results)
  }

  /** The opening's statement is there. What `pg` has noted for the one behind it was the answer to BEGIN. */
  #noteParsed(connection: Wire): void {
    const { opening, prepare } = this.#options
    if (prepare) for (const { name, text } of [begin, opening.statement]) connection.parsedStatements[name] = text
    if (!this.name) return
    connection.parsedStatements[this.name] = this.#preparedAs
    if (this.#preparedAs === undefined && this.#left === 0) connection.submittedNamedStatements[this.name] = this.text
  }
}
