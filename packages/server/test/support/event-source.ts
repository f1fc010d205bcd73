export type SentEvent = { readonly event: string; readonly id: string | undefined; readonly data: unknown }

/** What a browser's EventSource does, with the token of a program: reads a stream, and remembers the last id. */
export class EventSource {
  readonly events: SentEvent[] = []
  lastEventId: string | undefined
  status: number | undefined
  readonly #controller = new AbortController()
  readonly ended: Promise<void>

  constructor(ask: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>, lastEventId?: string) {
    this.lastEventId = lastEventId
    this.ended = this.#read(ask).catch((error) => {
      if (!this.#controller.signal.aborted) throw error
    })
  }

  /** The connection is cut. */
  async cut(): Promise<void> {
    this.#controller.abort()
    await this.ended
  }

  async #read(ask: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>): Promise<void> {
    const headers: Record<string, string> = this.lastEventId === undefined ? {} : { 'Last-Event-ID': this.lastEventId }
    const answer = await ask(headers, this.#controller.signal)
    this.status = answer.status
    if (answer.status !== 200) return
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) this.#take(block)
    }
  }

  #take(block: string): void {
    const fields = block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    const field = (name: string) => fields.find(([each]) => each === name)?.[1]
    this.lastEventId = field('id') ?? this.lastEventId
    const data = field('data')
    if (data !== undefined)
      this.events.push({ event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) })
  }
}
