import pg from 'pg'
import { types } from './column-types.ts'
import type { Statement } from './statement.ts'

export type ConnectionOptions = {
  readonly url: string
  readonly name: string
  /** Behind a pooler in transaction mode a prepared statement may meet a server that does not know it. */
  readonly prepare: boolean
  /** A connection that was lost has come back: what the server forgot in between must be looked up. */
  readonly onReconnect?: () => void
}

// biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
type Row = any

/**
 * One connection that is made when it is first needed and made again when it broke. A statement that fails because the
 * connection broke is not repeated here: whether it took effect is for the caller to find out.
 */
export class Connection {
  readonly #options: ConnectionOptions
  #client: Promise<pg.Client> | undefined
  #everConnected = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  run(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    // Statements leave at once, one behind the other. Through a pooler each waits for the one before.
    if (this.#options.prepare) return this.#send(statement, values)
    const result = this.#last.then(() => this.#send(statement, values))
    this.#last = result.catch(() => {})
    return result
  }

  client(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.then((open) => open.end()).catch(() => {})
  }

  async #send({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.client()
    return (await client.query({ text, values: [...values], ...(this.#options.prepare ? { name } : {}) })).rows
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: `pawl ${this.#options.name}`,
      keepAlive: true,
      types,
      pipeline: this.#options.prepare,
    } as pg.ClientConfig)
    const forget = () => {
      this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    if (this.#everConnected) this.#options.onReconnect?.()
    this.#everConnected = true
    return client
  }
}
