import { lookup as lookUpOne } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { Agent } from 'undici'
import { refusalOf as refusalByRange } from '../source/address.ts'
import { allowsPrivate } from '../source/allow-private.ts'
import type { Answer } from './answer.ts'
import { checkRequest } from './check-request.ts'
import { withDeadline } from './deadline.ts'
import { HttpError } from './errors.ts'
import { followRedirects } from './follow-redirects.ts'
import { guardedConnector, type Lookup, type RefusalOf } from './guarded-connector.ts'
import type { RequestOptions } from './request-options.ts'

export type HttpClientOptions = {
  /** How names are resolved; by the operating system unless said otherwise. Made for tests. */
  readonly lookup?: Lookup
  /** Which addresses must not be called; all that are not public unless said otherwise. Made for tests. */
  readonly refusalOf?: RefusalOf
  /** For one connection, TLS included. 10 seconds unless said otherwise. */
  readonly connectTimeoutMs?: number
}

/**
 * Sends requests to services nobody vouches for: only to addresses that may be called, and with a limit on everything. Keeps
 * connections open for the next request until it is closed.
 */
export class HttpClient {
  readonly #public: Agent
  // apart, else a request that must not call private addresses could get a connection to one from the pool
  readonly #private: Agent
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()

  constructor({ lookup = lookUpAll, refusalOf = refusalByRange, connectTimeoutMs = 10_000 }: HttpClientOptions = {}) {
    const agent = (refusalOf: RefusalOf) =>
      new Agent({
        connect: guardedConnector({ lookup, refusalOf, connectTimeoutMs, onSocket: (socket) => this.#keep(socket) }),
        // the deadline of the request covers both
        headersTimeout: 0,
        bodyTimeout: 0,
      })
    this.#public = agent(refusalOf)
    this.#private = agent(() => undefined)
    setMaxListeners(0, this.#closing.signal)
  }

  /** Rejects with an HttpError when there is no complete answer. Every status is an answer, except a redirect. */
  async request(options: RequestOptions): Promise<Answer> {
    const request = checkRequest(options)
    const agentFor = (url: URL) => (allowsPrivate(request.allowPrivate, url) ? this.#private : this.#public)
    const limits = {
      where: `${request.method} ${request.url.origin}`,
      timeoutMs: request.timeoutMs,
      signal: options.signal,
      closing: this.#closing.signal,
    }
    return await withDeadline(limits, (signal) => followRedirects(agentFor, request, signal))
  }

  /** Ends what is still running, and every connection. */
  async close(): Promise<void> {
    this.#closing.abort(new HttpError('client-closed', 'the client was closed'))
    await Promise.all([this.#public.destroy(), this.#private.destroy()])
    // undici forgets connections that are being made or whose pool it has given up
    await Promise.all([...this.#sockets].map(hangUp))
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

async function lookUpAll(hostname: string): Promise<readonly string[]> {
  const found = await lookUpOne(hostname, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

function hangUp(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve()).destroy()
  })
}
