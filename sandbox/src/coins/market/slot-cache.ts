const most = 4_000

/** Keeps what was drawn for a span of time: every search looks through all listings of the market. */
export class SlotCache<T> {
  readonly #drawn = new Map<number, T>()

  get(slot: number, draw: () => T): T {
    const known = this.#drawn.get(slot)
    if (known !== undefined) return known
    const drawn = draw()
    if (this.#drawn.size >= most) this.#drawn.clear()
    this.#drawn.set(slot, drawn)
    return drawn
  }
}
