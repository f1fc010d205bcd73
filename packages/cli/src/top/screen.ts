import { fit } from '../terminal/fit.ts'
import type { Terminal } from '../terminal/terminal.ts'

const enter = '\u001b[?1049h\u001b[?25l'
const leave = '\u001b[?25h\u001b[?1049l'
const home = '\u001b[H'
const clearRight = '\u001b[K'
const clearBelow = '\u001b[0J'

/** The whole screen for a while; what was on it is there again afterwards. */
export class Screen {
  readonly #terminal: Terminal
  readonly #onKey: (key: Buffer) => void

  /** `onQuit`: q, Escape or Ctrl-C was pressed. Where keys come one by one, Ctrl-C is one of them and no signal. */
  constructor(terminal: Terminal, onQuit: () => void) {
    this.#terminal = terminal
    this.#onKey = (key) => {
      if (['q', 'Q', '\u0003', '\u001b'].includes(key.toString())) onQuit()
    }
  }

  open(): void {
    this.#terminal.draw(enter)
    if (!process.stdin.isTTY) return
    process.stdin.setRawMode(true).resume().on('data', this.#onKey)
  }

  show(lines: readonly string[]): void {
    const { columns } = this.#terminal.size()
    this.#terminal.draw(home + lines.map((line) => fit(line, columns) + clearRight).join('\r\n') + clearBelow)
  }

  close(): void {
    this.#terminal.draw(leave)
    if (!process.stdin.isTTY) return
    process.stdin.off('data', this.#onKey).setRawMode(false).pause()
  }
}
