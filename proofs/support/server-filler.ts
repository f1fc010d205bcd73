import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const tooManyClients = '53300'
const againMs = 20

/** Holds all connections of a server, those too that others give up. */
export class ServerFiller {
  readonly #url: string
  readonly #clients: pg.Client[] = []
  #isFilling = false
  #filling: Promise<void> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  /** Resolves when the server is full for the first time, and keeps it full until `release`. */
  async fill(): Promise<void> {
    while (await this.#takeOne()) {}
    this.#isFilling = true
    this.#filling = this.#keepFull()
  }

  get held(): number {
    return this.#clients.length
  }

  /** Ends sessions of the others, so that they have to connect again. Returns how many. */
  async cut(names: readonly string[]): Promise<number> {
    const { rows } = await this.#clients[0]!.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any ($1)',
      [names],
    )
    return rows.length
  }

  async release(): Promise<void> {
    this.#isFilling = false
    await this.#filling
    await Promise.all(this.#clients.splice(0).map((client) => client.end().catch(() => {})))
  }

  async #keepFull(): Promise<void> {
    while (this.#isFilling) if (!(await this.#takeOne())) await pause(againMs)
  }

  async #takeOne(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'filler' })
    client.on('error', () => {})
    try {
      await client.connect()
      this.#clients.push(client)
      return true
    } catch (error) {
      if ((error as { code?: unknown }).code === tooManyClients) return false
      throw error
    }
  }
}
