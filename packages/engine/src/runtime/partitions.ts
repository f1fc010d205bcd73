import { sliceOf } from '../job/decide-retention.ts'
import { tendPartitions } from '../postgres/partitions.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

export type PartitionsOptions = {
  readonly runner: Runner
  readonly events: Events
  readonly keepMs: number
  /** How many positions a partition has at least. Tests make it small. */
  readonly least?: number
}

const ahead = 3
const leastPositions = 1_000_000

/**
 * Sees to it that the ledger never runs out of partitions. Whoever enqueues knows how far the positions have come, and makes
 * the next partition as soon as one is entered; workers look now and then, for those who write in SQL.
 */
export class Partitions {
  readonly #options: PartitionsOptions
  /** From this position on there are fewer ahead than there should be; 0: not known. */
  #noticeAt = 0
  #tending: Promise<void> | undefined

  constructor(options: PartitionsOptions) {
    this.#options = options
  }

  /** A position was given out. Nobody waits for what follows from it. */
  notice(position: number): void {
    if (position < this.#noticeAt || this.#tending !== undefined) return
    this.tend().catch((error) => {
      // a role that may not make tables leaves it to others, and is not to be told with every job
      this.#noticeAt = position + (this.#options.least ?? leastPositions) / 10
      this.#options.events.emit('service.error', { service: 'partitions', error, retryMs: 0 })
    })
  }

  /** Makes what is missing now. One that is under way may have looked too early; those who wait for it share the next. */
  async tend(): Promise<void> {
    await this.settled()
    this.#tending ??= this.#tend().finally(() => {
      this.#tending = undefined
    })
    return this.#tending
  }

  async settled(): Promise<void> {
    await this.#tending?.catch(() => {})
  }

  async #tend(): Promise<void> {
    const { runner, events, keepMs, least = leastPositions } = this.#options
    const { made, noticeAt } = await tendPartitions(runner, { ahead, sliceMs: sliceOf(keepMs), least })
    this.#noticeAt = noticeAt
    for (const number of made) events.emit('partition.make', { partition: number })
  }
}
