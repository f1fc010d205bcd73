import { fit } from './fit.ts'
import type { Terminal } from './terminal.ts'

const clearBelow = '\u001b[0J'

/**
 * The last lines of a terminal, drawn again and again in their place. What is said meanwhile scrolls by above them. Where nobody
 * looks nothing is drawn.
 */
export class LiveRegion {
  readonly #terminal: Terminal
  #lines: readonly string[] = []
  #drawn = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Shows these lines from now on. A line that would wrap is cut, else they could not be drawn over. */
  show(lines: readonly string[]): void {
    if (!this.#terminal.isSaySeen) return
    const { columns, rows } = this.#terminal.size()
    this.#lines = lines.slice(0, rows - 1).map((line) => fit(line, columns - 1))
    this.#redraw('')
  }

  /** A line that stays. */
  say(line: string): void {
    if (this.#terminal.isSaySeen) this.#redraw(`${line}\n`)
    else this.#terminal.say(line)
  }

  /** Takes the lines away, or leaves them standing as the last thing that was seen. */
  end({ keep = false } = {}): void {
    if (!keep) this.#lines = []
    this.#redraw('')
    this.#drawn = 0
    this.#lines = []
  }

  #redraw(above: string): void {
    if (!this.#terminal.isSaySeen) return
    const up = this.#drawn === 0 ? '' : `\u001b[${this.#drawn}A`
    this.#terminal.draw(`\r${up}${clearBelow}${above}${this.#lines.map((line) => `${line}\n`).join('')}`)
    this.#drawn = this.#lines.length
  }
}
