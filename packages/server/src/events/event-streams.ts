import { ProblemError } from '@pawl/app'
import type { Context } from 'hono'
import type { SSEStreamingApi } from 'hono/streaming'
import type { ServerEnv } from '../server-env.ts'
import { eventStream } from './event-stream.ts'

export type EventStreamsOptions = {
  /** The server is closing. */
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
  readonly maxPerClient: number
}

/** The live streams of one server: each holds a connection for as long as its client likes, so each client has a limited number. */
export class EventStreams {
  readonly #options: EventStreamsOptions
  readonly #open = new Map<string, number>()

  constructor(options: EventStreamsOptions) {
    this.#options = options
  }

  open(
    c: Context<ServerEnv>,
    tell: (out: SSEStreamingApi, gone: AbortSignal) => Promise<void>,
    { keepAlive }: { readonly keepAlive?: () => string } = {},
  ): Response {
    const { signal, onError } = this.#options
    const options = { signal, onError, ...(keepAlive && { keepAlive }) }
    // a HEAD opens nothing
    if (c.req.method === 'HEAD') return eventStream(c, options, tell)
    const client = c.get('client')?.name ?? 'without a token'
    this.#take(client)
    return eventStream(c, { ...options, onEnd: () => this.#leave(client) }, tell)
  }

  #take(client: string): void {
    const open = this.#open.get(client) ?? 0
    const { maxPerClient } = this.#options
    if (open >= maxPerClient) {
      const detail = `this token has ${maxPerClient} event streams open, which is the limit; close one first`
      throw new ProblemError(429, 'too-many-streams', detail, { headers: { 'Retry-After': '10' } })
    }
    this.#open.set(client, open + 1)
  }

  #leave(client: string): void {
    const open = (this.#open.get(client) ?? 1) - 1
    if (open === 0) this.#open.delete(client)
    else this.#open.set(client, open)
  }
}
