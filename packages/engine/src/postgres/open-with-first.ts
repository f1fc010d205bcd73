import type pg from 'pg'
import { PawlError } from '../errors.ts'
import { leaseLost, type Opening, OpeningQuery } from './opening-query.ts'
import type { Callback } from './pg-query.ts'

type Query = pg.ClientBase['query']
type Config = string | pg.QueryConfig | Submittable
type Arguments = [config: Config, values?: unknown[] | Callback, callback?: Callback]
type Submittable = { submit: unknown; handleError(error: Error, connection: unknown): void }
type Waiting = { readonly send: () => void; readonly fail: (error: Error) => void }

/** A statement that does nothing, for a transaction that nobody has given one. */
const nothing = { text: 'select', queryMode: 'extended' } as pg.QueryConfig

/**
 * Opens a transaction on a client with the first statement that somebody runs on it: both are one message, which saves a round trip
 * of three. Who does not run one at once has it opened all the same. Statements that come before it is answered wait until it is
 * known that the transaction is open: outside of it they would take effect at once.
 */
export class OpenWithFirst {
  readonly #client: pg.ClientBase
  readonly #opening: Opening
  readonly #prepare: boolean
  readonly #query: Query
  #state: 'not begun' | 'sent' | 'open' | 'failed' = 'not begun'
  #withStatement = false
  #failure: Error | undefined
  #ended = false
  #waiting: Waiting[] = []

  constructor(client: pg.ClientBase, opening: Opening, prepare: boolean) {
    this.#client = client
    this.#opening = opening
    this.#prepare = prepare
    this.#query = client.query
    client.query = ((...given: Arguments) => this.#run(given)) as Query
    // who does something else first, and may hang in it, has no more time inside of the transaction than others
    setImmediate(() => {
      if (this.#state === 'not begun' && !this.#ended) this.#begin()
    })
  }

  get hasBegun(): boolean {
    return this.#state !== 'not begun'
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** A statement that was not ours to choose may have been run: what breaks the connection may be its fault. */
  get hasRun(): boolean {
    return this.isOpen || this.#withStatement
  }

  /** The attempt is not ours. */
  get isLost(): boolean {
    return (this.#failure as { code?: unknown } | undefined)?.code === leaseLost
  }

  /** It failed, and nobody knows what the session has prepared. */
  get isInDoubt(): boolean {
    return this.#failure !== undefined && !this.isLost
  }

  /** Opens it if no statement has, and resolves when it is open. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => this.#whenOpen({ send: resolve, fail: reject }))
  }

  /** The client is as it was. What still waits to be sent is not: it would take effect outside of the transaction. */
  end(): void {
    this.#ended = true
    this.#giveBack()
    for (const { fail } of this.#waiting.splice(0)) fail(hasEnded())
  }

  #giveBack(): void {
    delete (this.#client as { query?: Query }).query
  }

  #run(given: Arguments): unknown {
    const [config, values, callback] = given
    if (config === null || config === undefined) throw new TypeError('expected a statement, got nothing')
    const tell = callback ?? (typeof values === 'function' ? values : (config as { callback?: Callback }).callback)
    if (isSubmittable(config)) {
      this.#whenOpen({ send: () => this.#pass(given), fail: (error) => config.handleError(error, undefined) })
      return config
    }
    if (tell !== undefined) {
      this.#first(given, tell)
      return undefined
    }
    const result = new Promise((resolve, reject) => {
      this.#first(given, (error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: Error) => {
      // its stack leads to the socket that it came by
      Error.captureStackTrace(error)
      throw error
    })
    // who throws without waiting for it has said enough
    result.catch(() => {})
    return result
  }

  /** Sends a statement along with the opening, or behind it. */
  #first([config, values]: Arguments, tell: Callback): void {
    const list = typeof values === 'function' ? undefined : values
    if (this.#state === 'not begun' && !this.#ended) {
      const query = this.#queryOf(config as pg.QueryConfig, list, tell)
      if (query.canFollow) {
        this.#withStatement = true
        this.#send(query)
        return
      }
    }
    this.#whenOpen({ send: () => this.#pass([config, list, tell]), fail: (error) => tell(error, undefined as never) })
  }

  #whenOpen(waiting: Waiting): void {
    if (this.#ended) waiting.fail(hasEnded())
    else if (this.#state === 'open') waiting.send()
    else if (this.#state === 'failed') waiting.fail(this.#failure!)
    else {
      this.#waiting.push(waiting)
      if (this.#state === 'not begun') this.#begin()
    }
  }

  #begin(): void {
    this.#send(this.#queryOf(nothing, undefined, () => {}))
  }

  #pass(given: Arguments): void {
    Reflect.apply(this.#query, this.#client, given)
  }

  #queryOf(config: string | pg.QueryConfig, values: unknown[] | undefined, tell: Callback): OpeningQuery {
    return new OpeningQuery(config, values, tell, {
      opening: this.#opening,
      prepare: this.#prepare,
      onOpen: () => {
        if (this.#state !== 'sent') return
        this.#state = 'open'
        this.#giveBack()
        for (const { send } of this.#waiting.splice(0)) send()
      },
      onFail: (error) => {
        if (this.#state !== 'sent') return
        this.#state = 'failed'
        this.#failure = error
        for (const { fail } of this.#waiting.splice(0)) fail(error)
      },
    })
  }

  #send(query: OpeningQuery): void {
    this.#state = 'sent'
    const answer: unknown = Reflect.apply(this.#query, this.#client, [query])
    // not pg's own answer: somebody has put another query in its place, which has no text and is refused
    if (answer !== query && answer instanceof Promise) answer.catch((error) => query.handleError(error, nowhere))
  }
}

const nowhere = { parsedStatements: {}, submittedNamedStatements: {} } as never

function isSubmittable(config: Config): config is Submittable {
  return typeof (config as { submit?: unknown }).submit === 'function'
}

function hasEnded(): PawlError {
  return new PawlError(
    'transaction-ended',
    'the transaction had ended before this statement was sent: await each of them',
  )
}
