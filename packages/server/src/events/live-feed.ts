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

type Client = { readonly after: string | undefined; readonly send: (message: FeedMessage) => void }

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
  readonly #live = new Set<Client>()
  #joining = new Set<Client>()
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
    const client = { after, send }
    this.#joining.add(client)
    this.#lookIn(0)
    return () => {
      this.#live.delete(client)
      this.#joining.delete(client)
      if (this.#live.size + this.#joining.size === 0) this.#rest()
    }
  }

  close(): void {
    this.#closed = true
    this.#live.clear()
    this.#joining.clear()
    this.#rest()
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
    const joining = this.#joining
    this.#joining = new Set()
    try {
      await this.#tellNews()
      await this.#tellStates()
      for (const client of joining) await this.#welcome(client)
      joining.clear()
    } catch (error) {
      pauseMs *= patience
      this.#options.onError(error)
    }
    for (const client of joining) this.#joining.add(client)
    this.#looking = false
    const tookMs = performance.now() - startedAt
    if (this.#live.size + this.#joining.size > 0) this.#lookIn(Math.max(pauseMs, tookMs * restPerLook))
  }

  async #tellNews(): Promise<void> {
    const news = await this.#options.outcomes(this.#cursor === undefined ? {} : { after: this.#cursor })
    this.#cursor = news.cursor
    const told = messageOf(news)
    if (told !== undefined) for (const client of this.#live) client.send(told)
  }

  async #tellStates(): Promise<void> {
    for (const [event, look] of Object.entries(this.#options.states)) {
      const data = await look()
      const text = JSON.stringify(data)
      if (this.#states.get(event)?.text === text) continue
      const message = { event, data, text }
      this.#states.set(event, message)
      for (const client of this.#live) client.send(message)
    }
  }

  async #welcome(client: Client): Promise<void> {
    const cursor = this.#cursor!
    const missed = client.after === undefined ? undefined : await this.#missed(client.after, cursor)
    client.send(missed ?? message('ready', cursor, {}))
    for (const state of this.#states.values()) client.send(state)
    this.#live.add(client)
  }

  async #missed(after: string, until: string): Promise<FeedMessage | undefined> {
    try {
      return messageOf(await this.#options.outcomes({ after, until }))
    } catch (error) {
      if (!(error instanceof PawlError) || error.code !== 'invalid-cursor') throw error
      return reset(until)
    }
  }

  #rest(): void {
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
