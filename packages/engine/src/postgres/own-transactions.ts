import pg from 'pg'
import { PawlError } from '../errors.ts'
import { clientRunner } from './client-runner.ts'
import { endClient } from './end-client.ts'
import { markOwnConnection } from './own-connection.ts'
import type { Runner } from './runner.ts'

export type OwnTransactionsOptions = {
  readonly url: string
  /** Whose they are, as PostgreSQL shows it. */
  readonly name: string
  /** PostgreSQL ends a transaction that is left idle for longer: a body that hangs must not keep its rows for ever. */
  readonly idleMs: number
}

/** One that is stuck costs one; more than this many at once make the others wait for them. */
const connections = 3
/** For each statement, the user's query included. A query that needs longer can set its own limit first. */
const statementMs = 60_000

/** Transactions of our own, on connections of their own: a handler's long commit must not hold up a tick. */
export class OwnTransactions {
  readonly #pool: pg.Pool
  readonly #idleMs: number
  readonly #open = new Set<pg.PoolClient>()

  constructor({ url, name, idleMs }: OwnTransactionsOptions) {
    this.#idleMs = idleMs
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: `pawl ${name}`,
      max: connections,
      keepAlive: true,
    })
    // one that breaks while nobody uses it is replaced by the pool, and one that is used tells its user
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      this.#open.add(client)
    })
    this.#pool.on('remove', (client) => this.#open.delete(client))
  }

  /** Runs `work` in a transaction: what it resolves to stands when this resolves. */
  async run<T>(work: (client: pg.PoolClient, runner: Runner) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error) => {
      throw markOwnConnection(error)
    })
    let broken: Error | undefined
    let onError: (error: Error) => void = () => {}
    const breaks = new Promise<never>((_, reject) => {
      onError = (error) => {
        broken ??= markOwnConnection(error)
        reject(error)
      }
    })
    // it may break when nobody waits for it any more
    breaks.catch(() => {})
    client.on('error', onError)
    try {
      // what waits for something else than this connection must hear of its end
      return await Promise.race([this.#transact(client, work), breaks])
    } catch (error) {
      if (broken === undefined) await client.query('rollback').catch(onError)
      // a statement that its end has failed says so in other words
      throw broken === undefined ? error : markOwnConnection(error)
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** Whatever is under way is rolled back. */
  async close(): Promise<void> {
    void this.#pool.end()
    await Promise.all([...this.#open].map(endClient))
  }

  async #transact<T>(client: pg.PoolClient, work: (client: pg.PoolClient, runner: Runner) => Promise<T>): Promise<T> {
    await client.query('begin isolation level read committed')
    await client.query(
      `select set_config('idle_in_transaction_session_timeout', $1, true), set_config('statement_timeout', $2, true)`,
      [String(this.#idleMs), String(statementMs)],
    )
    // not prepared: a plan kept from when the ledger was small would read it whole
    const value = await work(client, clientRunner(client, false))
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error
    if (command === 'COMMIT') return value
    throw new PawlError('rolled-back', 'a statement of the transaction had failed, so nothing was written')
  }
}
