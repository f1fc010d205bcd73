/** What a handler has begun in its attempt's name and has not ended: its commit, follow-ups, and requests. */
export class PendingCalls {
  readonly #calls = new Set<Promise<unknown>>()

  get isOpen(): boolean {
    return this.#calls.size > 0
  }

  add<T>(begun: Promise<T>): Promise<T> {
    const call: Promise<T> = begun.finally(() => this.#calls.delete(call))
    this.#calls.add(call)
    return call
  }

  /** Resolves when all have ended. What the handler did not await is awaited here, and the first error is its attempt's. */
  async ended(): Promise<void> {
    const results = await Promise.allSettled(this.#calls)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}
