/** A worker that was told of a lane so long ago is told again. */
const windowMs = 1
/** Of so many lanes it is remembered when they were told of. */
const maxLanes = 1_000

/**
 * Says which writes tell the workers, and of which lanes. To notify takes a short enqueue 6 % of its time, and it wakes every worker
 * there is: one that was told a moment ago is about to claim, and takes what has come since along. So a write tells where a lane of
 * its own was not told of in the last window of time, and brings along what others owe; where no write follows, this is told of one
 * window later. If neither comes to it, workers find those jobs at their next look.
 */
export class WakeUps {
  readonly #tell: (lanes: readonly number[]) => Promise<unknown>
  readonly #toldAt = new Map<number, number>()
  /** Written, and not told of. */
  readonly #owed = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(tell: (lanes: readonly number[]) => Promise<unknown>) {
    this.#tell = tell
  }

  /** The lanes that a write to these tells of, if it begins now. None: it need not tell, and they are owed when it has ended. */
  take(lanes: readonly number[], nowMs: number): readonly number[] {
    const isDue = (lane: number) => nowMs - (this.#toldAt.get(lane) ?? Number.NEGATIVE_INFINITY) >= windowMs
    if (!lanes.some(isDue)) return []
    if (this.#toldAt.size > maxLanes) this.#toldAt.clear()
    for (const lane of lanes) this.#toldAt.set(lane, nowMs)
    if (this.#owed.size === 0) return lanes
    // what is owed was written before, and is seen by whom this write wakes
    const told = [...new Set([...lanes, ...this.#owed])]
    this.#owed.clear()
    return told
  }

  /** Writes to these lanes have ended, or failed, and nobody was told. */
  owe(lanes: readonly number[]): void {
    for (const lane of lanes) this.#owed.add(lane)
  }

  /** Nobody is known to write next. Not after each write of a stream: a timer costs as much as the notifications that are saved. */
  tellSoon(): void {
    if (this.#owed.size > 0) this.#timer ??= setTimeout(() => this.#tellOfOwed(), windowMs)
  }

  /** All that is owed has been told. */
  async settled(): Promise<void> {
    this.#tellOfOwed()
    await this.#telling
  }

  #tellOfOwed(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#owed.size === 0) return
    const lanes = [...this.#owed]
    this.#owed.clear()
    const told = this.#tell(lanes).then(
      () => {},
      // with the next write: to try again at once would be in vain on a connection that is gone
      () => this.owe(lanes),
    )
    this.#telling = this.#telling.then(() => told)
  }
}
