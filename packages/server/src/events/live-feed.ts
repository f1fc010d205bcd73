import { type Ledger, type Outcomes, PawlError } from 'pawl'

/** Something that a client is told. With an id it is a place from where the client can go on after a cut. */
export type FeedMessage = {
  readonly event: string
  readonly id?: string
  readonly data: object
  /** The data as JSON, made once for all clients. */
  readonly text: string
}

export type FeedOptions = {
  readonly outcomes: Ledger['outcomes']
  /** What is told whole whenever it has changed, by the name of the message. */
  readonly states: Readonly<Record<string, () => Promise<object>>>
  readonly pollMs: number
  readonly onError: (error: unknown) => void
}

type Client = {
  readonly after: string | undefined
  readonly send: (message: FeedMessage) => void
  /** Joining until it was told what it has missed; from then on it is told what the others are told. */
  state: 'joining' | 'live'
}

/** A database that is away is asked so much less often. */
const patience = 5
/** Looking takes at most this share of the time, however slow it gets. */
const restPerLook = 4

/**
 * What happens in all processes, from the database, for all clients of this one: they share one reader, so a thousand cost as
 * much as one. It looks while somebody listens. Whoever comes with a cursor is told what lies between that and where the reader is,
 * then goes on with the others: nothing twice, nothing left out.
 */
export class LiveFeed {
  readonly #options: FeedOptions
  /** All who have not left, in either state. */
  readonly #clients = new Set<Client>()
  readonly #states = new Map<string, FeedMessage>()
  #cursor: string | undefined
  #timer: NodeJS.Timeout | undefined
  #looking = false
  #closed = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Where the clients are: what was told up to here need not be told again. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Returns how to leave. */
  join(after: string | undefined, send: (message: FeedMessage) => void): () => void {
    const client: Client = { after, send, state: 'joining' }
    this.#clients.add(client)
    this.#lookIn(0)
    return () => {
      this.#clients.delete(client)
      this.#restIfAlone()
    }
  }

  close(): void {
    this.#closed = true
    this.#clients.clear()
    this.#restIfAlone()
  }

  #lookIn(ms: number): void {
    if (this.#closed || this.#looking) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    this.#looking = true
    const startedAt = performance.now()
    let pauseMs = this.#options.pollMs
    // those who come while it looks may be further than what it finds; they wait for the next look
    const joining = [...this.#clients].filter(({ state }) => state === 'joining')
    try {
      await this.#tellNews()
      await this.#tellStates()
      for (const client of joining) await this.#welcome(client)
    } catch (error) {
      pauseMs *= patience
      this.#options.onError(error)
    }
    this.#looking = false
    const tookMs = performance.now() - startedAt
    if (this.#clients.size > 0) this.#lookIn(Math.max(pauseMs, tookMs * restPerLook))
    else this.#restIfAlone()
  }

  async #tellNews(): Promise<void> {
    const news = await this.#options.outcomes(this.#cursor === undefined ? {} : { after: this.#cursor })
    this.#cursor = news.cursor
    const told = messageOf(news)
    if (told !== undefined) this.#tell(told)
  }

  async #tellStates(): Promise<void> {
    for (const [event, look] of Object.entries(this.#options.states)) {
      const data = await look()
      const text = JSON.stringify(data)
      if (this.#states.get(event)?.text === text) continue
      const message = { event, data, text }
      this.#states.set(event, message)
      this.#tell(message)
    }
  }

  #tell(message: FeedMessage): void {
    for (const { state, send } of this.#clients) if (state === 'live') send(message)
  }

  async #welcome(client: Client): Promise<void> {
    if (!this.#clients.has(client)) return
    const cursor = this.#cursor!
    const missed = client.after === undefined ? undefined : await this.#missed(client.after, cursor)
    // it may have left while what it missed was read
    if (!this.#clients.has(client)) return
    client.send(missed ?? message('ready', cursor, {}))
    for (const state of this.#states.values()) client.send(state)
    client.state = 'live'
  }

  async #missed(after: string, until: string): Promise<FeedMessage | undefined> {
    try {
      return messageOf(await this.#options.outcomes({ after, until }))
    } catch (error) {
      if (!(error instanceof PawlError) || error.code !== 'invalid-cursor') throw error
      return reset(until)
    }
  }

  /** A look that is under way needs the cursor to its end, and comes here itself then. */
  #restIfAlone(): void {
    if (this.#looking || this.#clients.size > 0) return
    clearTimeout(this.#timer)
    // what it knows grows old while nobody listens
    this.#cursor = undefined
    this.#states.clear()
  }
}

function messageOf({ missed, counts, outcomes, left, cursor }: Outcomes): FeedMessage | undefined {
  if (missed) return reset(cursor)
  return counts.length === 0 ? undefined : message('outcomes', cursor, { counts, outcomes, left })
}

function reset(id: string): FeedMessage {
  return message('reset', id, { reason: 'too much has happened since; look at everything anew' })
}

function message(event: string, id: string, data: object): FeedMessage {
  return { event, id, data, text: JSON.stringify(data) }
}
