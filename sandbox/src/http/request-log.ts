const kept = 200_000

/** When requests came to a service, and what they got. */
export class RequestLog {
  /** ms of a steady clock, oldest first. */
  #times: number[] = []
  readonly byStatus = new Map<number | 'cut', number>()
  total = 0

  came(at = performance.now()): void {
    this.total++
    this.#times.push(at)
    if (this.#times.length > 2 * kept) this.#times = this.#times.slice(-kept)
  }

  answered(status: number | 'cut'): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
  }

  get times(): readonly number[] {
    return this.#times
  }

  /** How many got more than their share. */
  get refused(): number {
    return this.byStatus.get(429) ?? 0
  }

  /** The most that came within any span of so many ms. */
  mostWithin(spanMs: number): number {
    let most = 0
    let first = 0
    for (const [i, at] of this.#times.entries()) {
      while (this.#times[first]! <= at - spanMs) first++
      most = Math.max(most, i - first + 1)
    }
    return most
  }
}
