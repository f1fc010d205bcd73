export type QuotaOptions = {
  /** How many calls a span of time has. */
  readonly limit: number
  readonly per: 'day' | 'month'
  /** Days and months begin at midnight of this time zone. */
  readonly zone: string
}

export type QuotaUsage = {
  readonly limit: number
  /** Calls of the present span that were within the limit. */
  readonly used: number
  /** Calls over the limit, of all spans. */
  readonly refused: number
  /** When the next span begins. */
  readonly resetsAt: number
}

const hourMs = 3_600_000

/** Counts the calls of each day or month. Counts are lost when the process ends. */
export class Quota {
  readonly #options: QuotaOptions
  readonly #now: () => number
  readonly #days: Intl.DateTimeFormat
  #span = ''
  #used = 0
  #refused = 0

  constructor(options: QuotaOptions, now: () => number) {
    this.#options = options
    this.#now = now
    this.#days = new Intl.DateTimeFormat('en-CA', { timeZone: options.zone })
  }

  /** Counts one call, and returns whether it is within the limit. */
  take(): boolean {
    this.#roll()
    if (this.#used >= this.#options.limit) {
      this.#refused++
      return false
    }
    this.#used++
    return true
  }

  get usage(): QuotaUsage {
    this.#roll()
    return { limit: this.#options.limit, used: this.#used, refused: this.#refused, resetsAt: this.#resetsAt() }
  }

  #roll(): void {
    const span = this.#spanAt(this.#now())
    if (span === this.#span) return
    this.#span = span
    this.#used = 0
  }

  /** As in 2026-03-01, or 2026-03. */
  #spanAt(at: number): string {
    const day = this.#days.format(at)
    return this.#options.per === 'day' ? day : day.slice(0, 7)
  }

  /** Every zone in use here begins its days at a full hour of UTC. */
  #resetsAt(): number {
    let at = Math.floor(this.#now() / hourMs + 1) * hourMs
    while (this.#spanAt(at) === this.#span) at += hourMs
    return at
  }
}
