import type { Writable } from 'node:stream'
import type pg from 'pg'
import { markOwnConnection } from './own-connection.ts'
import { type ClaimOrigin, SteadySessions } from './steady-sessions.ts'
import { TransactionWatch } from './transaction-watch.ts'

type Waiting = { resolve(client: pg.PoolClient): void; reject(error: unknown): void }

/**
 * Lends the connections of a pool to transactions. Who waits for one is given it when the transaction before has sent its COMMIT,
 * not when that was answered: the COMMIT of one and the beginning of the next leave in one piece, and PostgreSQL goes from one to
 * the other without waiting for us. The next one hears nothing before its turn: a COMMIT that takes long keeps it waiting.
 */
export class TransactionClients {
  readonly #pool: pg.Pool
  /** One that is not takes nothing before it has answered. */
  readonly #isPipelined: boolean
  readonly #steady = new SteadySessions()
  readonly #watches = new WeakMap<pg.PoolClient, TransactionWatch>()
  /** Only while all connections are lent that can be made: the pool has its limit, and so has PostgreSQL. */
  readonly #waiting: Waiting[] = []
  #lent = 0
  /** Of the lent ones, those that are connected: the others are being made. */
  #connected = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#isPipelined = (pool.options as { pipeline?: boolean }).pipeline === true
    // a connection that breaks while idle is replaced by the pool; there is nobody to tell
    pool.on('error', () => {})
    // One that is cut while it is handed on belongs to nobody for a moment, and an error that nobody hears ends the process.
    // Whoever gets it finds out with the first statement.
    pool.on('connect', (client) => {
      client.on('error', () => {})
      if (this.#isPipelined) this.#steady.watch(client)
    })
  }

  get isClosing(): boolean {
    return this.#pool.ending
  }

  /** Whether its session has been there since before this claim, on the same server: then the claim's leases stand. */
  hasSeen(client: pg.PoolClient, claim: ClaimOrigin | undefined): boolean {
    return this.#steady.hasSeen(client, claim)
  }

  /** What notices that a transaction on this client has ended before its time. */
  watchOf(client: pg.PoolClient): TransactionWatch {
    let watch = this.#watches.get(client)
    if (watch === undefined) {
      watch = new TransactionWatch(client)
      this.#watches.set(client, watch)
    }
    return watch
  }

  /** Runs one statement by itself. It may wait for a lock, so nobody waits behind it. */
  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.lend()
    return this.#endWith(client, () => client.query(config), false)
  }

  /** Rejects if no connection works and none can be made. One that is lent is taken to work: its borrower finds out. */
  async probe(): Promise<void> {
    if (this.#connected === 0) await this.query({ text: 'select' })
  }

  lend(): Promise<pg.PoolClient> {
    if (this.#lent < this.#pool.options.max) return this.#connect()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** `broken`: it is not to be used again. */
  giveBack(client: pg.PoolClient, broken: Error | boolean = false): void {
    const next = broken === false ? this.#waiting.shift() : undefined
    if (next !== undefined) {
      next.resolve(client)
      return
    }
    client.release(broken)
    this.#connected--
    this.#lent--
    this.#lendToNext()
  }

  /** Gives a client back with the last statement of its transaction, behind which nothing of it comes. Resolves to the answer. */
  giveBackWith<T>(client: pg.PoolClient, last: () => Promise<T>): Promise<T> {
    return this.#endWith(client, last, this.#isPipelined && this.#waiting.length > 0)
  }

  async #endWith<T>(client: pg.PoolClient, last: () => Promise<T>, isAwaited: boolean): Promise<T> {
    let isOurs = true
    if (isAwaited) holdUntilNextTick(client)
    try {
      const sent = last()
      if (isAwaited) {
        isOurs = false
        this.#waiting.shift()!.resolve(client)
      }
      const answer = await sent
      if (isOurs) this.giveBack(client)
      return answer
    } catch (error) {
      // refused by PostgreSQL, which has ended the transaction and goes on
      const isAnswered = (error as { severity?: unknown }).severity === 'ERROR'
      if (isOurs) this.giveBack(client, isAnswered ? false : (error as Error))
      throw error
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    this.#lent++
    try {
      const client = await this.#pool.connect()
      this.#connected++
      return client
    } catch (error) {
      this.#lent--
      // where PostgreSQL takes no more connections, those that it has taken are enough
      if (this.#connected > 0) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
      this.#lendToNext()
      throw markOwnConnection(error)
    }
  }

  #lendToNext(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) this.#connect().then(next.resolve, next.reject)
  }
}

/** What is written until all that is ready to run has run leaves in one piece. */
function holdUntilNextTick(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}
