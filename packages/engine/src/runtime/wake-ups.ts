/** A worker that was told of a lane so long ago is told again. */
const windowMs = 1

/**
 * Says which writes tell the workers, and of which lanes. To notify costs a tenth of a short enqueue, and it wakes every worker there
 * is: one that was told a moment ago is about to claim, and takes what has come since along. So a write tells where its lane was
 * not told of in the last window of time, and brings along what others owe; or else, when no write is under way any more, this is told
 * of one window later. Where the process ends before that, workers find those jobs at their next look.
 */
export class WakeUps {
  readonly #tell: (lanes: readonly number[]) => Promise<unknown>
  readonly #toldAt = new Map<number, number>()
  /** Written, and not told of. */
  readonly #owed = new Set<number>()
  #window: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(tell: (lanes: readonly number[]) => Promise<unknown>) {
    this.#tell = tell
  }

  /**
   * Of whom a write to these lanes that begins now is to tell; of nobody, if it need not. What it writes and does not tell of is owed
   * when it has ended.
   */
  take(lanes: readonly number[], nowMs: number): readonly number[] {
    const told = lanes.filter((lane) => nowMs - (this.#toldAt.get(lane) ?? Number.NEGATIVE_INFINITY) >= windowMs)
    if (told.length === 0) return told
    for (const lane of told) {
      this.#toldAt.set(lane, nowMs)
      this.#owed.delete(lane)
    }
    // these were written before, and are seen by whom this write wakes
    if (this.#owed.size > 0) {
      told.push(...this.#owed)
      this.#owed.clear()
    }
    return told
  }

  /** Writes to these lanes have ended, or failed, and nobody was told. */
  owe(lanes: readonly number[]): void {
    for (const lane of lanes) this.#owed.add(lane)
  }

  /** No write is under way. A timer for each write of a stream would cost more than the notifications that it saves. */
  rest(): void {
    if (this.#owed.size > 0) this.#window ??= setTimeout(() => this.#tellOfOwed(), windowMs)
  }

  /** All that is owed has been told. */
  async settled(): Promise<void> {
    this.#tellOfOwed()
    await this.#telling
  }

  #tellOfOwed(): void {
    clearTimeout(this.#window)
    this.#window = undefined
    if (this.#owed.size === 0) return
    const lanes = [...this.#owed]
    this.#owed.clear()
    const told = this.#tell(lanes).then(
      () => {},
      // with whatever comes next: to try again at once would be in vain on a connection that is gone
      () => this.owe(lanes),
    )
    this.#telling = this.#telling.then(() => told)
  }
}
