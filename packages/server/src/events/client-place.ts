import type { FeedMessage, LiveFeed } from './live-feed.ts'
import { MessageQueue } from './message-queue.ts'

/** Where one client is in the live feed. */
export class ClientPlace {
  readonly #feed: LiveFeed
  #messages: MessageQueue<FeedMessage> | undefined
  #isWelcomed = false

  constructor(feed: LiveFeed) {
    this.#feed = feed
  }

  /** Tells a client what happens until it is gone, or too slow. */
  async follow(
    after: string | undefined,
    gone: AbortSignal,
    write: (message: FeedMessage) => Promise<void>,
  ): Promise<void> {
    const messages = new MessageQueue<FeedMessage>(gone)
    this.#messages = messages
    const leave = this.#feed.join(after, (message) => {
      this.#isWelcomed = true
      messages.push(message)
    })
    try {
      // a client that reads nothing lets no write come to an end
      await Promise.race([writeAll(messages, write), messages.ended])
    } finally {
      leave()
    }
  }

  /**
   * An id without data moves the place from where a browser goes on, without an event: else it would be too old after an hour in
   * which nothing happened. Only for a client that has all there is.
   */
  keepAlive(): string {
    const isLevel = this.#isWelcomed && this.#messages?.isEmpty === true
    return isLevel && this.#feed.cursor !== undefined ? `id: ${this.#feed.cursor}\n\n` : ': still here\n\n'
  }
}

async function writeAll<T>(messages: MessageQueue<T>, write: (message: T) => Promise<void>): Promise<void> {
  for await (const message of messages) await write(message)
}
