import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from 'pawl'
import { type Snapshot, snapshotNow } from './snapshot-now.ts'

export type LiveWatchOptions = {
  readonly db: Tx
  readonly pollMs: number
  /** Whether there is a row that a snapshot does not show. */
  readonly anySince: (db: Tx, since: Snapshot) => Promise<boolean>
}

/**
 * Scans for new rows for all followers of a feed: one small query each `pollMs` for any number of followers, and none without
 * followers. It only notifies; each follower reads what it wants from its own position.
 */
export class LiveWatch {
  readonly #options: LiveWatchOptions
  readonly #waiting = new Set<() => void>()
  #followers = 0
  #started: Promise<void> | undefined
  #turn = 0

  constructor(options: LiveWatchOptions) {
    this.#options = options
  }

  /** Counts the scans that found rows. A follower that reads it before its own query misses no row that comes meanwhile. */
  get turn(): number {
    return this.#turn
  }

  /** Call it before the first query: from then on each new row is noticed, until `gone` fires. */
  async attach(gone: AbortSignal): Promise<void> {
    if (gone.aborted) return
    this.#followers++
    gone.addEventListener('abort', () => void this.#followers--, { once: true })
    this.#started ??= this.#start()
    await this.#started
  }

  /** Resolves when a scan has found rows after `turn`, or `gone` fires. */
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
      void this.#scan(await snapshotNow(this.#options.db))
    } catch (error) {
      this.#started = undefined
      throw error
    }
  }

  async #scan(from: Snapshot): Promise<void> {
    const { db, pollMs, anySince } = this.#options
    let since = from
    while (this.#followers > 0) {
      await sleep(pollMs, undefined, { ref: false })
      // a scan that fails wakes all followers: the query of each fails with the reason
      const found = await this.#lookSince(since, { db, anySince }).catch(() => ({ isAny: true, now: since }))
      since = found.now
      if (!found.isAny) continue
      this.#turn++
      for (const wake of [...this.#waiting]) wake()
    }
    this.#started = undefined
  }

  /** The snapshot is older than the look: a row that comes between the two is found by both. */
  async #lookSince(since: Snapshot, { db, anySince }: Pick<LiveWatchOptions, 'db' | 'anySince'>) {
    const now = await snapshotNow(db)
    return { now, isAny: await anySince(db, since) }
  }
}
