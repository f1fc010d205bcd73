import { type Channel, type Listening, type ListeningWorker, listen } from '../postgres/listener.ts'
import type { Events } from './events.ts'

const proveWithinMs = 2_000
/** A pooler stays one: ask again only now and then. */
const askAgainMs = 60_000
/** A connection that did not last for this long is made again after it: what ends it may end the next one, too. */
const shortMs = 1_000

/** Keeps a LISTEN connection, and says when it had been away: then everything must be looked at once. */
export class Listener {
  readonly #url: string
  readonly #events: Events
  readonly #onNotification: (channel: Channel, payload: string) => void
  readonly #onReady: () => void
  readonly #worker: () => ListeningWorker | undefined
  #heard: ListeningWorker | undefined
  #listening: Listening | undefined
  #closed = false

  constructor(
    url: string,
    events: Events,
    onNotification: (channel: Channel, payload: string) => void,
    onReady: () => void,
    worker: () => ListeningWorker | undefined,
  ) {
    this.#url = url
    this.#events = events
    this.#onNotification = onNotification
    this.#onReady = onReady
    this.#worker = worker
  }

  /** Whether a job that is handed to this worker is heard of. */
  hears(worker: string): boolean {
    return this.#listening?.isSeen() === true && this.#heard?.id === worker
  }

  /** The worker has become another one: listens for that. */
  async renew(): Promise<void> {
    const worker = this.#worker()
    if (worker !== undefined && worker.id !== this.#heard?.id) await this.#listening?.close()
  }

  /** One life of the connection: it returns when that has ended, with the delay until the next. */
  async runOnce(): Promise<number> {
    if (this.#closed) return Number.POSITIVE_INFINITY
    const worker = this.#worker()
    this.#listening = await listen(this.#url, this.#onNotification, proveWithinMs, worker)
    this.#heard = worker
    this.#events.emit('listen.ready', { polling: this.#listening === undefined })
    this.#onReady()
    if (this.#listening === undefined) return askAgainMs
    const readyAt = performance.now()
    if (this.#closed) await this.#listening.close()
    await this.renew()
    const error = await this.#listening.ended
    this.#listening = undefined
    if (this.#closed) return Number.POSITIVE_INFINITY
    this.#events.emit('listen.lost', { error })
    return error !== undefined && performance.now() - readyAt < shortMs ? shortMs : 0
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#listening?.close()
  }
}
