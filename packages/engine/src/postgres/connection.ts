import pg from 'pg'
import { PawlError } from '../errors.ts'
import { queryBare } from './bare-query.ts'
import { columnTypes } from './column-types.ts'
import { endClient, hangUp } from './end-client.ts'
import { isConnectionLost } from './is-connection-lost.ts'
import { markOwnConnection } from './own-connection.ts'
import type { Statement } from './statement.ts'
import { serverOf } from './steady-sessions.ts'

export type ConnectionOptions = {
  readonly url: string
  readonly name: string
  /** Behind a pooler in transaction mode a prepared statement may meet a server that does not know it. */
  readonly prepare: boolean
  /** More settings of its session, where it has one of its own. */
  readonly settings?: string
  /** A connection that was lost has come back: what the server forgot in between must be looked up. */
  readonly onReconnect?: () => void
}

/**
 * A prepared statement keeps its plan. Made while a table was empty or of one page it reads that table whole, and goes on
 * doing so when it has grown to millions, until the next ANALYZE. Through a pooler nothing is prepared, each plan is new, and
 * a setting of the session would leak to others.
 */
const pinPlans = 'set enable_seqscan = off; set jit = off'

// biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
type Row = any

/**
 * One connection that is made when it is first needed and made again when it broke. A statement that fails because the
 * connection broke is not repeated here: whether it took effect is for the caller to find out.
 */
export class Connection {
  readonly #options: ConnectionOptions
  #client: Promise<pg.Client> | undefined
  /** The same, once it is connected: what is sent then leaves at once. */
  #connected: pg.Client | undefined
  #connecting: pg.Client | undefined
  #server: string | undefined
  #everConnected = false
  #closed = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  run(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    // Statements leave at once, one behind the other. Through a pooler each waits for the one before.
    if (this.#options.prepare) {
      if (this.#connected === undefined || statement.texts === undefined) return this.#send(statement, values)
      // the short way of the statements that are run most
      return queryBare(this.#connected, statement, values).catch((error) => this.#fail(error))
    }
    const result = this.#last.then(() => this.#send(statement, values))
    this.#last = result.catch(() => {})
    return result
  }

  /** Which server it is connected to. Undefined: to none, or that cannot be told. */
  get server(): string | undefined {
    return this.#connected === undefined ? undefined : this.#server
  }

  client(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(new PawlError('stopped', 'this Pawl was stopped'))
    if (this.#client === undefined) {
      const client = this.#connect(() => {
        // it may have been replaced before it has ended for good
        if (this.#client !== client) return
        this.#client = undefined
        this.#connected = undefined
      })
      this.#client = client
    }
    return this.#client
  }

  /** Closes a connection that does not answer: what is under way fails, and the next statement makes another connection. */
  drop(): void {
    const stuck = this.#connecting ?? this.#connected
    this.#client = undefined
    this.#connected = undefined
    if (stuck !== undefined) hangUp(stuck)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#connected = undefined
    if (this.#connecting !== undefined) hangUp(this.#connecting)
    else await this.#client?.then(endClient)
  }

  async #send(statement: Statement, given: readonly unknown[]): Promise<Row[]> {
    try {
      const client = this.#connected ?? (await this.client())
      const { name, text, texts } = statement
      if (this.#options.prepare && texts !== undefined) return await queryBare(client, statement, given)
      const values = [...given]
      return await query(client, this.#options.prepare ? { name, text, values } : { text, values })
    } catch (error) {
      return this.#fail(error)
    }
  }

  #fail(error: unknown): never {
    // its stack leads to the socket that it came by, and not to who asked
    if (error instanceof Error && !(error instanceof PawlError)) Error.captureStackTrace(error)
    if (isConnectionLost(error)) markOwnConnection(error)
    // PostgreSQL's own answers have a severity; the others are what a connection says that was closed under a statement
    if (!this.#closed || error instanceof PawlError || 'severity' in (error as object)) throw error
    throw new PawlError('stopped', 'this Pawl was stopped before PostgreSQL had answered', { cause: error })
  }

  async #connect(forget: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: `pawl ${this.#options.name}`,
      keepAlive: true,
      types: columnTypes,
      pipeline: this.#options.prepare,
    } as pg.ClientConfig)
    this.#connecting = client
    let lost = false
    const lose = () => {
      lost = true
      forget()
    }
    client.on('error', lose)
    client.on('end', lose)
    try {
      await client.connect()
      if (this.#options.prepare) {
        const settings = client.query(`${pinPlans}; ${this.#options.settings ?? ''}`)
        this.#server = (await Promise.all([serverOf(client), settings]))[0]
      }
    } catch (error) {
      forget()
      throw markOwnConnection(error)
    } finally {
      this.#connecting = undefined
    }
    if (this.#everConnected) this.#options.onReconnect?.()
    this.#everConnected = true
    // one packet may bring the answer to its settings and the news of its end
    if (!this.#closed && !lost) this.#connected = client
    return client
  }
}

/**
 * With a callback. A query of `pg` that returns a promise gets its callback after it was made, and for some reason V8 then keeps
 * the answers until its next full collection.
 */
function query(client: pg.Client, config: pg.QueryConfig): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(config, (error, result) => (error ? reject(error) : resolve(result.rows)))
  })
}
