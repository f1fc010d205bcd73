import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { PawlError } from 'pawl'
import pg from 'pg'

/** Limits of what routes of applications ask of the database. */
export type RoutePoolLimits = {
  /** @defaultValue 5 */
  readonly connections?: number
  /** Requests that may wait for a connection. One more gets a 503. @defaultValue 500 */
  readonly waiting?: number
  /** Time limit of a statement, and of the wait for a connection. @defaultValue 30000 */
  readonly timeoutMs?: number
}

export type RoutePoolOptions = RoutePoolLimits & {
  readonly url: string
  /** The database is behind a pooler in transaction mode: sessions have no settings, so statements have no time limit. */
  readonly pooler?: boolean
}

type Limits = Required<RoutePoolLimits>
type Done = (error?: Error | boolean) => void
type Connected = {
  readonly error: Error | undefined
  readonly client: pg.PoolClient | undefined
  readonly done: Done
}
type OnClient = (error: Connected['error'], client: Connected['client'], done: Done) => void

const defaults: Limits = { connections: 5, waiting: 500, timeoutMs: 30_000 }

/** PostgreSQL notices within this time that the connection under a running statement has ended. */
const connectionCheckMs = 1_000

/**
 * The connections of the applications' routes. Their number, the number of waiting requests and the time of a statement are limited,
 * and background parts of the applications use another pool: clients of the server delay no background part.
 */
export class RoutePool {
  /** What routes get as `db`. */
  readonly db: pg.Pool
  readonly #limits: Limits
  readonly #request = new AsyncLocalStorage<AbortSignal>()
  readonly #unwatch = new WeakMap<pg.PoolClient, () => void>()
  readonly #connect: (onClient: OnClient) => void

  constructor({ url, pooler = false, ...given }: RoutePoolOptions) {
    this.#limits = checkLimits(given)
    const { connections: max, timeoutMs } = this.#limits
    const options = `-c client_connection_check_interval=${connectionCheckMs}`
    this.db = new pg.Pool({
      connectionString: url,
      application_name: 'pawl routes',
      max,
      connectionTimeoutMillis: timeoutMs,
      ...(pooler ? {} : { statement_timeout: timeoutMs, options }),
    })
    this.db.on('error', () => {})
    this.db.on('release', (_error, client) => this.#unwatch.get(client)?.())
    this.#connect = this.db.connect.bind(this.db) as (onClient: OnClient) => void
    // `query` of the pool calls it too
    this.db.connect = ((onClient?: OnClient) =>
      onClient === undefined ? this.#promised() : this.#checked(onClient)) as pg.Pool['connect']
  }

  /** Runs the work of a request that only reads: when the signal fires, its connections end, and so do its statements. */
  until<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    setMaxListeners(0, signal)
    return this.#request.run(signal, work)
  }

  end(): Promise<void> {
    return this.db.end()
  }

  #promised(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#checked((error, client) => (client === undefined ? reject(error) : resolve(client)))
    })
  }

  #checked(onClient: OnClient): void {
    const signal = this.#request.getStore()
    const refuse = (error: Error) => onClient(error, undefined, () => {})
    if (signal?.aborted) refuse(cancelled(signal))
    else if (this.db.waitingCount >= this.#limits.waiting) refuse(busy(this.#limits))
    else this.#connect((error, client, done) => this.#connected(signal, onClient, { error, client, done }))
  }

  #connected(signal: AbortSignal | undefined, onClient: OnClient, { error, client, done }: Connected): void {
    if (client === undefined) {
      const isLate = /^timeout exceeded/.test(error?.message ?? '')
      onClient(isLate ? busy(this.#limits) : error, undefined, done)
      return
    }
    if (signal?.aborted) {
      done()
      onClient(cancelled(signal), undefined, () => {})
      return
    }
    if (signal !== undefined) this.#watch(client, signal)
    onClient(undefined, client, done)
  }

  #watch(client: pg.PoolClient, signal: AbortSignal): void {
    // a cancel request could reach a later statement of the session; a session that has ended has none
    const onAbort = () => void (client as unknown as pg.Client).end().catch(() => {})
    signal.addEventListener('abort', onAbort)
    this.#unwatch.set(client, () => {
      signal.removeEventListener('abort', onAbort)
      this.#unwatch.delete(client)
    })
  }
}

/**
 * Makes the pool for routes of applications: see `routePool` of `createServer`.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL! })
 * const routePool = createRoutePool({ url: process.env.DATABASE_URL! })
 * const server = createServer({ pawl, db, routePool, token: 'a-secret-of-your-own-making' })
 * await server.close()
 * await Promise.all([routePool.end(), db.end()])
 * ```
 */
export function createRoutePool(options: RoutePoolOptions): RoutePool {
  return new RoutePool(options)
}

function checkLimits(given: RoutePoolLimits): Limits {
  const limits = { ...defaults, ...given }
  const ranges = { connections: [1, 1_000], waiting: [1, 1_000_000], timeoutMs: [1, 2_147_483_647] } as const
  for (const [name, value] of Object.entries(limits)) {
    const range = ranges[name as keyof Limits]
    if (range === undefined) throw invalid(`routes has no option '${name}' (it has: ${Object.keys(ranges).join(', ')})`)
    const [min, max] = range
    if (!Number.isInteger(value) || value < min || value > max) {
      throw invalid(`routes.${name} must be a whole number from ${min} to ${max}; got ${String(value)}`)
    }
  }
  return limits
}

function invalid(message: string): PawlError {
  return new PawlError('invalid-option', message)
}

function busy({ connections, waiting }: Limits): PawlError {
  const state = `all ${connections} connections for routes are in use, and at most ${waiting} requests may wait`
  return new PawlError('routes-busy', `${state}; try again in a moment, or raise routes.connections or routes.waiting`)
}

function cancelled(signal: AbortSignal): PawlError {
  return new PawlError('read-cancelled', 'the read was cancelled: its client has left', { cause: signal.reason })
}
