import { bar } from './bar.ts'
import { duration } from './duration.ts'
import { LiveRegion } from './live-region.ts'
import type { Terminal } from './terminal.ts'

const redrawMs = 100
const barWidth = 24
/** What is over sooner needs no bar. */
const patienceMs = 500

/**
 * How far something long has come, for whoever watches: a bar where the end is known, else the time it takes so far. Only on a
 * terminal, and never among the results.
 */
export class Progress {
  readonly #region: LiveRegion
  readonly #what: string
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout
  #done = 0
  #total: number | undefined

  constructor(terminal: Terminal, what: string, total?: number) {
    this.#region = new LiveRegion(terminal)
    this.#what = what
    this.#total = total
    this.#timer = setInterval(() => this.#draw(), redrawMs)
    this.#timer.unref()
  }

  at(done: number, total = this.#total): void {
    this.#done = done
    this.#total = total
  }

  end(): void {
    clearInterval(this.#timer)
    this.#region.end()
  }

  #draw(): void {
    const tookMs = performance.now() - this.#startedAt
    if (tookMs > patienceMs) this.#region.show([progressLine(this.#what, this.#done, this.#total, tookMs)])
  }
}

export function progressLine(what: string, done: number, total: number | undefined, tookMs: number): string {
  if (total === undefined || total === 0) return `${what}  ${done > 0 ? `${done}, ` : ''}${duration(tookMs)}`
  const left = done === 0 || done >= total ? '' : `, ${duration((tookMs / done) * (total - done))} left`
  return `${what}  ${bar(done / total, barWidth)} ${done}/${total}${left}`
}
