import { setMaxListeners } from 'node:events'
import { setTimeout as setTimer } from 'node:timers/promises'
import { PawlError } from '../errors.ts'
import { cancelQuery } from './cancel-query.ts'
import { Connection } from './connection.ts'
import type { Runner } from './runner.ts'
import type { Statement } from './statement.ts'

/** How a process answers questions about jobs, queues and the rest of the ledger. */
export type ReadSettings = {
  readonly connections: number
  /** Reads of callers that may wait for a connection. */
  readonly waiting: number
  readonly timeoutMs: number
}

export type ReaderPoolOptions = ReadSettings & { readonly url: string; readonly prepare: boolean }

/** Between two requests to cancel the same read. */
const againMs = 100

// biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
type Row = any
type Waiting = { readonly start: (connection: Connection) => void }

/**
 * The connections on which people and programs look at the ledger. Each runs one read at a time, so that a read can be cancelled.
 * Reads of the program itself go first. Reads of callers, who can be many, wait in a bounded number and for a limited time.
 * Background services have connections of their own: no read delays them.
 */
export class ReaderPool implements Runner {
  readonly #options: ReaderPoolOptions
  readonly #all: readonly Connection[]
  /** The last one is used next, so that those that are not needed are not made. */
  readonly #idle: Connection[]
  readonly #own = new Set<Waiting>()
  readonly #callers = new Set<Waiting>()
  #closed = false

  constructor(options: ReaderPoolOptions) {
    const { url, prepare, timeoutMs } = options
    this.#options = options
    // a process that is frozen cancels nothing: PostgreSQL ends its read a second later
    const settings = `set statement_timeout = ${Math.ceil(timeoutMs) + 1_000}`
    this.#all = Array.from(
      { length: options.connections },
      () => new Connection({ url, prepare, name: 'read', settings }),
    )
    this.#idle = [...this.#all]
  }

  /** A read of the program itself. */
  run(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#read(statement, values, undefined)
  }

  /** For reads of a caller: they are cancelled, or no longer wait, when the signal fires. */
  until(signal: AbortSignal): Runner {
    // each read listens to it
    setMaxListeners(0, signal)
    return { run: (statement, values = []) => this.#read(statement, values, signal) }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { start } of [...this.#own, ...this.#callers]) start(this.#all[0]!)
    this.#own.clear()
    this.#callers.clear()
    await Promise.all(this.#all.map((connection) => connection.close()))
  }

  async #read(statement: Statement, values: readonly unknown[], signal: AbortSignal | undefined): Promise<Row[]> {
    const connection = await this.#take(signal)
    if (signal?.aborted) {
      this.#giveBack(connection)
      throw cancelledError(signal)
    }
    return new Promise((resolve, reject) => {
      const ended = new AbortController()
      let cancelling: Promise<boolean> | undefined
      const cancel = (reason: PawlError) => {
        reject(reason)
        cancelling ??= this.#cancel(connection, ended.signal)
      }
      const { timeoutMs } = this.#options
      const timer = setTimeout(() => cancel(timeoutError(timeoutMs)), timeoutMs)
      const onAbort = () => cancel(cancelledError(signal!))
      signal?.addEventListener('abort', onAbort)
      const end = async () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        ended.abort()
        // a request that is still under way would cancel the next read
        if ((await cancelling) === false) connection.drop()
        this.#giveBack(connection)
      }
      connection.run(statement, values).then(resolve, reject).finally(end)
    })
  }

  /**
   * A request that reaches PostgreSQL before the statement does has no effect, so it is repeated until the read has ended. False: one
   * of them may still arrive.
   */
  async #cancel(connection: Connection, ended: AbortSignal): Promise<boolean> {
    let areOver = true
    while (!ended.aborted) {
      const isOver = await connection.client().then(
        (client) => cancelQuery(this.#options.url, client),
        // a connection that broke has ended the read
        () => true,
      )
      areOver &&= isOver
      await setTimer(againMs, undefined, { signal: ended }).catch(() => {})
    }
    return areOver
  }

  #take(signal: AbortSignal | undefined): Promise<Connection> {
    if (signal?.aborted) return Promise.reject(cancelledError(signal))
    const idle = this.#idle.pop()
    if (idle !== undefined) return Promise.resolve(idle)
    if (signal === undefined) return new Promise((start) => this.#own.add({ start }))
    if (this.#callers.size >= this.#options.waiting) return Promise.reject(busyError(this.#options))
    return this.#wait(signal)
  }

  #wait(signal: AbortSignal): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const leave = (reason: PawlError) => {
        this.#callers.delete(waiting)
        end()
        reject(reason)
      }
      const onAbort = () => leave(cancelledError(signal))
      const timer = setTimeout(() => leave(busyError(this.#options)), this.#options.timeoutMs)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const start = (connection: Connection) => {
        end()
        resolve(connection)
      }
      const waiting: Waiting = { start }
      this.#callers.add(waiting)
      signal.addEventListener('abort', onAbort)
    })
  }

  #giveBack(connection: Connection): void {
    const [next = this.#callers.values().next().value] = this.#own
    if (next === undefined || this.#closed) {
      this.#idle.push(connection)
      return
    }
    this.#own.delete(next)
    this.#callers.delete(next)
    next.start(connection)
  }
}

function cancelledError(signal: AbortSignal): PawlError {
  return new PawlError('read-cancelled', 'the read was cancelled: the signal of its caller fired', {
    cause: signal.reason,
  })
}

function busyError({ connections, waiting }: ReadSettings): PawlError {
  const state = `all ${connections} connections for reads are in use, and at most ${waiting} reads may wait`
  return new PawlError('reads-busy', `${state}; try again in a moment, or raise reads.connections or reads.waiting`)
}

function timeoutError(timeoutMs: number): PawlError {
  const advice = 'ask for less, or raise reads.timeoutMs'
  return new PawlError('read-timeout', `the read took longer than ${timeoutMs} ms and was cancelled; ${advice}`)
}
