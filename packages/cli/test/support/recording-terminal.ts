import { palette } from '../../src/terminal/palette.ts'
import type { Terminal } from '../../src/terminal/terminal.ts'

export type RecordingTerminal = Terminal & { readonly out: string[]; readonly err: string[]; readonly drawn: string[] }

/** A terminal that remembers. Somebody looks at it when `seen`. */
export function recordingTerminal({ seen = false, columns = 80, rows = 24 } = {}): RecordingTerminal {
  const [out, err, drawn]: [string[], string[], string[]] = [[], [], []]
  return {
    ...{ out, err, drawn },
    print: (line) => void out.push(line),
    say: (line) => void err.push(line),
    draw: (text) => void drawn.push(text),
    isPrintSeen: seen,
    isSaySeen: seen,
    size: () => ({ columns, rows }),
    colours: palette(false),
  }
}
