import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from 'pawl'
import { anyChapterSince, type Snapshot, snapshotNow } from '../tables/live-chapters.ts'

/**
 * Looks for new chapters on behalf of all who follow the feed: one small query a turn for any number of them, and none while nobody
 * does. It only says that there is something; each looks for what it wants from where it stands.
 */
export class NewChapterWatch {
  readonly #db: Tx
  readonly #pollMs: number
  readonly #waiting = new Set<() => void>()
  #followers = 0
  #started: Promise<void> | undefined
  #turn = 0

  constructor(db: Tx, pollMs: number) {
    this.#db = db
    this.#pollMs = pollMs
  }

  /** Counts what was found. Whoever remembers it before they look misses nothing that comes while they do. */
  get turn(): number {
    return this.#turn
  }

  /** To be called before the first look: from then on whatever comes is counted, until `gone` fires. */
  async attach(gone: AbortSignal): Promise<void> {
    if (gone.aborted) return
    this.#followers++
    gone.addEventListener('abort', () => void this.#followers--, { once: true })
    this.#started ??= this.#start()
    await this.#started
  }

  /** Resolves when something was found after `turn`, or `gone` fires. */
  async changed(turn: number, gone: AbortSignal): Promise<void> {
    if (turn !== this.#turn || gone.aborted) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        gone.removeEventListener('abort', wake)
        resolve()
      }
      gone.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }

  async #start(): Promise<void> {
    try {
      const since = await snapshotNow(this.#db)
      void this.#look(since)
    } catch (error) {
      this.#started = undefined
      throw error
    }
  }

  async #look(from: Snapshot): Promise<void> {
    let since = from
    while (this.#followers > 0) {
      await sleep(this.#pollMs, undefined, { ref: false })
      // a look that fails wakes all: each of them learns why from its own
      const found = await anyChapterSince(this.#db, since).catch(() => ({ isAny: true, now: since }))
      since = found.now
      if (!found.isAny) continue
      this.#turn++
      for (const wake of [...this.#waiting]) wake()
    }
    this.#started = undefined
  }
}
