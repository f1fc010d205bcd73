/** A worker that was told of a lane so long ago is told again at once. */
const windowMs = 1

/**
 * Says which writes tell the workers of a lane. To notify costs a tenth of a short enqueue, and it wakes every worker there is: one
 * that was told a moment ago is about to claim, and takes what has come since along. So in each window of time the first write to a
 * lane tells, and the others are told of by the first one of the next window; or else by themselves, one window later. Where the process
 * ends before that, workers find them at their next look.
 */
export class WakeUps {
  readonly #tell: (lanes: readonly number[]) => Promise<unknown>
  /** In this window. */
  readonly #told = new Set<number>()
  /** Written, and not told of: in this window, and in the one before. */
  #owed = new Set<number>()
  #overdue = new Set<number>()
  #window: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(tell: (lanes: readonly number[]) => Promise<unknown>) {
    this.#tell = tell
  }

  /** Whether a write to this lane that begins now is to tell of it. If not, it is owed when the write has ended. */
  take(lane: number): boolean {
    if (this.#told.has(lane)) return false
    this.#told.add(lane)
    // these were written before, and are seen by whom this write wakes
    this.#owed.delete(lane)
    this.#overdue.delete(lane)
    this.#open()
    return true
  }

  /** A write to this lane has ended, or failed, and nobody was told. */
  owe(lane: number): void {
    this.#owed.add(lane)
    this.#open()
  }

  /** All that is owed has been told. */
  async settled(): Promise<void> {
    this.#tellOf([...this.#overdue, ...this.#owed])
    this.#owed.clear()
    await this.#telling
  }

  #open(): void {
    this.#window ??= setTimeout(() => this.#next(), windowMs)
  }

  #next(): void {
    this.#window = undefined
    this.#told.clear()
    this.#tellOf([...this.#overdue])
    this.#overdue = this.#owed
    this.#owed = new Set()
    if (this.#overdue.size > 0) this.#open()
  }

  #tellOf(lanes: readonly number[]): void {
    this.#overdue.clear()
    if (lanes.length === 0) return
    const told = this.#tell(lanes).then(
      () => {},
      () => {
        // with whatever comes next: to try again at once would be in vain on a connection that is gone
        for (const lane of lanes) this.#owed.add(lane)
      },
    )
    this.#telling = this.#telling.then(() => told)
  }
}
