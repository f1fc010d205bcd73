/** Where workers are to be killed, and how often; and where they were. */
export class KillPlan {
  readonly #left: Map<string, number>
  readonly #done = new Map<string, number>()
  /** One kill at a time: set when the next may come. */
  armed = false

  constructor(places: readonly string[], times: number) {
    this.#left = new Map(places.map((place) => [place, times]))
  }

  /** Somebody is inside of this place: true if it is to be killed there. Where time is short, twice is enough. */
  take(place: string, timeIsShort = false): boolean {
    const left = this.#left.get(place) ?? 0
    if (!this.armed || left === 0) return false
    if (timeIsShort && (this.#done.get(place) ?? 0) >= 2) return false
    this.armed = false
    this.#left.set(place, left - 1)
    this.#done.set(place, (this.#done.get(place) ?? 0) + 1)
    return true
  }

  get isDone(): boolean {
    return [...this.#left.values()].every((left) => left === 0)
  }

  get kills(): number {
    return [...this.#done.values()].reduce((sum, kills) => sum + kills, 0)
  }

  /** Kills in the place that had the fewest. */
  get fewest(): number {
    return Math.min(...[...this.#left.keys()].map((place) => this.#done.get(place) ?? 0))
  }
}
