import type pg from 'pg'
import { PawlError, TransactionControlError } from '../errors.ts'
import { clientInTransaction } from './client-in-transaction.ts'
import { isLeaseLost, type Opening, OpeningQuery } from './opening-query.ts'
import type { Callback } from './pg-query.ts'
import { transactionControlIn } from './transaction-control.ts'
import type { TransactionWatch } from './transaction-watch.ts'

type Config = string | pg.QueryConfig | Submittable
type Arguments = [config: Config, values?: unknown[] | Callback | null, callback?: Callback | null]
type Submittable = { submit: unknown; handleError(error: Error, connection: unknown): void }
type Waiting = { readonly send: () => void; readonly fail: (error: Error) => void }

/** A statement that does nothing, for a transaction that nobody has given one. */
const nothing = { text: 'select', queryMode: 'extended' } as pg.QueryConfig

/**
 * A transaction that opens with the first statement that somebody runs in it: both are one message, which saves a round trip
 * of three. Who does not run one at once has it opened all the same. Statements that come before it is answered wait until it is
 * known that the transaction is open, and those that come after its end are refused: outside of it they would take effect at once,
 * or in the transaction of whoever has the client then.
 */
export class OpenWithFirst {
  /** What its statements are run on: the client, as long as the transaction lasts. */
  readonly tx: pg.PoolClient
  /** Rejects when it cannot be committed any more, whatever its statements wait for: its connection broke, or it did not open. */
  readonly ruined: Promise<never>
  readonly #client: pg.PoolClient
  readonly #opening: Opening
  readonly #prepare: boolean
  readonly #watch: TransactionWatch
  #state: 'not begun' | 'sent' | 'open' | 'failed' | 'ended' = 'not begun'
  #withStatement = false
  #failure: Error | undefined
  #brokenBy: Error | undefined
  #statementError: Error | undefined
  #controlError: TransactionControlError | undefined
  #waiting: Waiting[] = []
  #ruin: (error: Error) => void = () => {}

  constructor(client: pg.PoolClient, opening: Opening, prepare: boolean, watch: TransactionWatch) {
    this.#client = client
    this.#watch = watch
    this.#opening = opening
    this.#prepare = prepare
    this.tx = clientInTransaction(client, (...given: Arguments) => this.#run(given))
    this.ruined = new Promise<never>((_, reject) => {
      this.#ruin = reject
    })
    this.ruined.catch(() => {})
    client.on('error', this.#onError)
    // who does something else first, and may hang in it, has no more time inside of the transaction than others
    setImmediate(() => {
      if (this.#state === 'not begun') this.#begin()
    })
  }

  /** What its connection broke by. */
  get brokenBy(): Error | undefined {
    return this.#brokenBy
  }

  /** PostgreSQL may have been told of it. */
  get hasBegun(): boolean {
    return this.#state !== 'not begun'
  }

  /** A statement that was not ours to choose may have been run: what breaks the connection may be its fault. */
  get hasRun(): boolean {
    if (this.#failure === undefined) return this.#state === 'open' || this.#withStatement
    // PostgreSQL has answered that it did not begin
    return this.#withStatement && !('severity' in this.#failure)
  }

  /** The attempt is not ours. */
  get isLost(): boolean {
    return isLeaseLost(this.#failure)
  }

  /** It failed, and nobody knows what the session has prepared. */
  get isInDoubt(): boolean {
    return this.#failure !== undefined && !this.isLost
  }

  /** Why it did not open. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** What became of its first statement, if that failed. */
  get statementError(): Error | undefined {
    return this.#statementError
  }

  /** A statement that was not ours has ended it, or would have. */
  get controlError(): TransactionControlError | undefined {
    return this.#controlError
  }

  /** Opens it if no statement has, and resolves when it is open. */
  async open(): Promise<void> {
    if (this.#state === 'open') return
    await new Promise<void>((resolve, reject) => this.#whenOpen({ send: resolve, fail: reject }))
  }

  /** Sends COMMIT, after `end`. Its answer shows whether the transaction was still open. Throws if it cannot be sent. */
  commit(): Promise<pg.QueryResult> {
    let answer: (error: Error | null, result: pg.QueryResult) => void = () => {}
    const answered = new Promise<pg.QueryResult>((resolve, reject) => {
      answer = (error, result) => (error ? reject(error) : resolve(result))
    })
    this.#client.query('commit', (error: Error | null, result: pg.QueryResult) => {
      this.#watch.stop()
      answer(error, result)
    })
    return answered
  }

  rollBack(): Promise<pg.QueryResult> {
    this.#watch.stop()
    return this.#client.query('rollback')
  }

  /** Nothing more is sent, neither what waits nor what comes. The client may be another one's from here on. */
  end(): void {
    this.#state = 'ended'
    this.#client.off('error', this.#onError)
    if (this.#waiting.length > 0) this.#failWaiting(hasEnded())
  }

  readonly #onError = (error: Error): void => {
    this.#brokenBy ??= error
    this.#ruin(error)
  }

  #run(given: Arguments): unknown {
    const [config, values, callback] = given
    if (config === null || config === undefined) throw new TypeError('expected a statement, got nothing')
    const { text } = typeof config === 'string' ? { text: config } : (config as { text?: unknown })
    const control = typeof text === 'string' ? transactionControlIn(text) : undefined
    if (control !== undefined && this.#state !== 'ended') this.#refuse(`'${control}' was not sent`)
    if (this.#state === 'open') return this.#pass(given)
    if (isSubmittable(config)) {
      this.#whenOpen({ send: () => this.#pass(given), fail: (error) => config.handleError(error, undefined) })
      return config
    }
    const tell = [callback, values, (config as { callback?: unknown }).callback].find(isCallback)
    if (tell !== undefined) {
      this.#send(given, tell)
      return undefined
    }
    const result = new Promise((resolve, reject) => {
      this.#send(given, (error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: Error) => {
      // its stack leads to the socket that it came by
      Error.captureStackTrace(error)
      this.#statementError ??= error
      throw error
    })
    // who throws without waiting for it has said enough
    result.catch(() => {})
    return result
  }

  /** What is not sent yet is not sent any more, and nothing can be committed. */
  #refuse(what: string): void {
    this.#controlError ??= new TransactionControlError(what)
    if (this.#state === 'ended') return
    this.#failure ??= this.#controlError
    this.#state = 'failed'
    this.#failWaiting(this.#controlError)
    this.#ruin(this.#controlError)
  }

  /** Sends a statement along with the opening, or behind it. */
  #send([config, given]: Arguments, tell: Callback): void {
    const values = Array.isArray(given) ? given : undefined
    if (this.#state === 'not begun') {
      const query = this.#queryOf(config as pg.QueryConfig, values, tell)
      if (query.canFollow) {
        this.#withStatement = true
        this.#beginWith(query)
        return
      }
    }
    this.#whenOpen({ send: () => this.#pass([config, values, tell]), fail: (error) => tell(error, undefined as never) })
  }

  #whenOpen(waiting: Waiting): void {
    if (this.#state === 'ended') waiting.fail(hasEnded())
    else if (this.#state === 'open') waiting.send()
    else if (this.#state === 'failed') waiting.fail(this.#failure!)
    else {
      this.#waiting.push(waiting)
      if (this.#state === 'not begun') this.#begin()
    }
  }

  #begin(): void {
    this.#beginWith(this.#queryOf(nothing, undefined, () => {}))
  }

  #beginWith(query: OpeningQuery): void {
    this.#state = 'sent'
    try {
      const answer: unknown = this.#pass([query])
      // not pg's own answer: somebody has put another query in its place, which has no text and is refused
      if (answer !== query && answer instanceof Promise) answer.catch((error) => query.handleError(error, nowhere))
    } catch (error) {
      // somebody has put something in its place that cannot be sent: nobody knows what the connection waits for now
      this.#onError(error as Error)
      query.handleError(error as Error, nowhere)
    }
  }

  #pass(given: unknown[]): unknown {
    return Reflect.apply(this.#client.query, this.#client, given)
  }

  #queryOf(config: string | pg.QueryConfig, values: unknown[] | undefined, tell: Callback): OpeningQuery {
    return new OpeningQuery(config, values, tell, {
      opening: this.#opening,
      prepare: this.#prepare,
      onOpen: () => {
        // its ROLLBACK, which is ours, may have been sent meanwhile
        if (this.#state === 'ended') return
        this.#watch.begin(() => this.#refuse('a statement of the callback has ended the transaction'))
        if (this.#state !== 'sent') return
        this.#state = 'open'
        this.#sendWaiting()
      },
      onFail: (error) => {
        this.#failure ??= error
        if (this.#state !== 'sent') return
        this.#state = 'failed'
        this.#failWaiting(error)
        this.#ruin(error)
      },
    })
  }

  #sendWaiting(): void {
    for (const { send, fail } of this.#waiting.splice(0)) {
      try {
        send()
      } catch (error) {
        alone(() => fail(error as Error))
      }
    }
  }

  #failWaiting(error: Error): void {
    for (const { fail } of this.#waiting.splice(0)) alone(() => fail(error))
  }
}

const nowhere = { parsedStatements: {}, submittedNamedStatements: {} } as never

/** What a callback throws is for nobody here: as `pg` does, it is thrown where it holds up nothing. */
function alone(call: () => void): void {
  try {
    call()
  } catch (error) {
    process.nextTick(() => {
      throw error
    })
  }
}

function isCallback(given: unknown): given is Callback {
  return typeof given === 'function'
}

function isSubmittable(config: Config): config is Submittable {
  return typeof (config as { submit?: unknown }).submit === 'function'
}

function hasEnded(): PawlError {
  return new PawlError(
    'transaction-ended',
    'the transaction had ended before this statement was sent: await each of them',
  )
}
