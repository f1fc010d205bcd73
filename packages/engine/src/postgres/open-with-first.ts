import type pg from 'pg'
import { PawlError } from '../errors.ts'
import { leaseLost, type Opening, OpeningQuery } from './opening-query.ts'
import type { Callback } from './pg-query.ts'

type Query = pg.ClientBase['query']
type Arguments = [config: string | pg.QueryConfig, values?: unknown[] | Callback, callback?: Callback]

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
  #settle!: { readonly resolve: () => void; readonly reject: (error: Error) => void }
  readonly #opened = new Promise<void>((resolve, reject) => {
    this.#settle = { resolve, reject }
  })
  #failure: Error | undefined
  #ended = false

  constructor(client: pg.ClientBase, opening: Opening, prepare: boolean) {
    this.#client = client
    this.#opening = opening
    this.#prepare = prepare
    this.#query = client.query
    this.#opened.catch(() => {})
    client.query = ((...given: Arguments) => this.#first(given)) as Query
    // who does something else first, and may hang in it, has no more time inside of the transaction than others
    setImmediate(() => {
      if (!this.#ended) void this.open()
    })
  }

  get hasBegun(): boolean {
    return this.#state !== 'not begun'
  }

  get isOpen(): boolean {
    return this.#state === 'open'
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
    if (this.#state === 'not begun') this.#send(this.#queryOf(nothing, undefined, () => {}))
    return this.#opened
  }

  /** The client is as it was. What still waits to be sent is not: it would take effect outside of the transaction. */
  end(): void {
    this.#ended = true
    this.#giveBack()
  }

  #giveBack(): void {
    delete (this.#client as { query?: Query }).query
  }

  #first(given: Arguments): unknown {
    const [config, values, callback] = given
    if (this.#state !== 'not begun' || isSubmittable(config)) return this.#later(given)
    let tell: Callback = () => {}
    const query = this.#queryOf(config, values, callback ?? ((error, result) => tell(error, result)))
    // what has no parameters may be several statements, which only a message of its own can hold
    if (!query.requiresPreparation()) return this.#later(given)
    if (typeof (callback ?? values) === 'function') return this.#send(query)
    return new Promise((resolve, reject) => {
      tell = (error, result) => (error ? reject(error) : resolve(result))
      this.#send(query)
    }).catch((error: Error) => {
      // its stack leads to the socket that it came by
      Error.captureStackTrace(error)
      throw error
    })
  }

  /** What cannot be sent along is sent when the transaction is open. */
  #later(given: Arguments): unknown {
    const [config, values, callback] = given
    const run = () => {
      if (this.#ended) throw new PawlError('rolled-back', 'the transaction had ended before this statement was sent')
      return Reflect.apply(this.#query, this.#client, given)
    }
    const opened = this.open()
    if (isSubmittable(config)) {
      opened.then(run).catch((error: Error) => config.handleError(error, undefined))
      return config
    }
    const tell = callback ?? values
    if (typeof tell !== 'function') {
      const result = opened.then(run)
      // who throws without waiting for it has said enough
      result.catch(() => {})
      return result
    }
    opened.then(run).catch((error: Error) => tell(error, undefined as never))
    return undefined
  }

  #queryOf(
    config: string | pg.QueryConfig,
    values: unknown[] | Callback | undefined,
    callback: Callback,
  ): OpeningQuery {
    return new OpeningQuery(config, values, callback, {
      opening: this.#opening,
      prepare: this.#prepare,
      onOpen: () => {
        this.#state = 'open'
        this.#giveBack()
        this.#settle.resolve()
      },
      onFail: (error) => {
        this.#state = 'failed'
        this.#failure = error
        this.#settle.reject(error)
      },
    })
  }

  #send(query: OpeningQuery): void {
    this.#state = 'sent'
    Reflect.apply(this.#query, this.#client, [query])
  }
}

type Submittable = { submit: unknown; handleError(error: Error, connection: unknown): void }

function isSubmittable(config: unknown): config is Submittable {
  return typeof (config as { submit?: unknown } | null)?.submit === 'function'
}
