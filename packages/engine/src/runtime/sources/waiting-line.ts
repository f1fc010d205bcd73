import { unlessAborted } from './unless-aborted.ts'

/** Those who wait for the same thing in one process do so one behind the other, the first to come first. */
export class WaitingLine {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs it when all that came before have ended. Who is stopped meanwhile leaves the line. */
  async through<T>(name: string, run: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last.get(name)
    const turn = before === undefined ? run() : unlessAborted(before, signal).then(run)
    // the next one comes when all before it are through, also those that have left
    const ended = Promise.allSettled([before, turn]).then(() => {})
    this.#last.set(name, ended)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name)
    }
  }
}
