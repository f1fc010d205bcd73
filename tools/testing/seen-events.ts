export type SeenEvent = { readonly event: string; readonly id: string; readonly data: unknown }

type Connect = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>

/** What a browser's EventSource does: reads a stream, and remembers the last id. */
export class SeenEvents {
  readonly events: SeenEvent[] = []
  lastEventId: string | undefined
  readonly #controller = new AbortController()
  readonly #ended: Promise<void>
  #look: () => void = () => {}

  constructor(connect: Connect, lastEventId?: string) {
    this.lastEventId = lastEventId
    this.#ended = this.#read(connect).catch((error) => {
      if (!this.#controller.signal.aborted) throw error
    })
  }

  /** Waits until so many events have come. */
  async until(count: number): Promise<void> {
    const enough = new Promise<void>((resolve) => {
      this.#look = () => this.events.length >= count && resolve()
      this.#look()
    })
    const ended = this.#ended.then(() => {
      if (this.events.length < count) throw new Error(`the stream ended after ${this.events.length} events`)
    })
    await Promise.race([enough, ended])
  }

  /** Waits until the stream has ended by itself. */
  async ended(): Promise<void> {
    await this.#ended
  }

  async cut(): Promise<void> {
    this.#controller.abort()
    await this.#ended
  }

  async #read(connect: Connect): Promise<void> {
    const headers: Record<string, string> = this.lastEventId === undefined ? {} : { 'Last-Event-ID': this.lastEventId }
    const answer = await connect(headers, this.#controller.signal)
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) this.#take(block)
      this.#look()
    }
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
    const [id, data] = [field('id'), field('data')]
    if (id === undefined || data === undefined) return
    this.lastEventId = id
    this.events.push({ event: field('event') ?? 'message', id, data: JSON.parse(data) })
  }
}
