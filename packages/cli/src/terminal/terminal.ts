import { type Palette, palette } from './palette.ts'

/** Where a command's words go. Results go to `print`, everything else that people may want to know to `say`. */
export type Terminal = {
  print(line: string): void
  say(line: string): void
  /** Writes as it is, without a line break: what is drawn over. Goes where `say` goes. */
  draw(text: string): void
  /** A person looks at what is printed, or at what is said: they may differ, as in `pawl jobs list | less`. */
  readonly isPrintSeen: boolean
  readonly isSaySeen: boolean
  /** Columns and lines of the window. */
  readonly size: () => { readonly columns: number; readonly rows: number }
  readonly colours: Palette
}

type Env = Readonly<Record<string, string | undefined>>

/** The terminal, or what stands in its place, of this process. */
export function processTerminal(env: Env): Terminal {
  const { stdout, stderr } = process
  const isSaySeen = stderr.isTTY === true
  const isPrintSeen = stdout.isTTY === true
  return {
    print: (line) => void stdout.write(`${line}\n`),
    say: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    isPrintSeen,
    isSaySeen,
    size: () => {
      const screen = isPrintSeen ? stdout : stderr
      return { columns: screen.columns || 80, rows: screen.rows || 24 }
    },
    colours: palette(hasColours(env, isPrintSeen)),
  }
}

/** NO_COLOR and FORCE_COLOR are what most programs agree on. */
function hasColours(env: Env, isSeen: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true
  return isSeen && env.TERM !== 'dumb'
}
