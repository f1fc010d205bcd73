/** So many messages may wait for a client. Whoever is slower is cut off, comes back with its last id, and gets them in one. */
const most = 100

/** Messages that wait for a client to take them. Ends when the client is gone, or too slow. */
export class MessageQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = []
  #ended = false
  #wake: () => void = () => {}
  #tellEnd: () => void = () => {}

  /** Resolves with the end, also while whoever takes the messages is stuck with one. */
  readonly ended = new Promise<void>((resolve) => {
    this.#tellEnd = resolve
  })

  constructor(gone: AbortSignal) {
    if (gone.aborted) this.#end()
    gone.addEventListener('abort', () => this.#end(), { once: true })
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  push(message: T): void {
    if (this.#waiting.length === most) this.#end()
    else this.#waiting.push(message)
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (!this.#ended) {
      const message = this.#waiting.shift()
      if (message !== undefined) yield message
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }

  #end(): void {
    this.#ended = true
    this.#tellEnd()
    this.#wake()
  }
}
