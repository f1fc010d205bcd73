import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'

const file = fileURLToPath(new URL('../../src/pawl.ts', import.meta.url))
/** A folder with a configuration of its own. */
export const project = fileURLToPath(new URL('../fixtures/project/', import.meta.url))

export type Spawning = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }
export type Result = { readonly code: number | null; readonly out: string; readonly err: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

const started: Child[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(args: readonly string[], { cwd = project, env = {} }: Spawning): Child {
  // what decides about a call must come from the test alone
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(DATABASE_URL|PORT|PAWL_.*|FORCE_COLOR)$/.test(name),
  )
  const child = spawn(process.execPath, [...sourceArgs, file, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

/** The command as people call it, in a process of its own, until it ends. */
export async function pawl(args: readonly string[], spawning: Spawning = {}): Promise<Result> {
  const child = start(args, spawning)
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

export type LivePawl = {
  readonly pid: number
  readonly lines: readonly string[]
  /** Waits until it has written a line like this, on either stream, and returns what the pattern captured. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  /** Lines like this, so far. */
  count(pattern: RegExp): number
  signal(signal: NodeJS.Signals): void
  readonly ended: Promise<number | null>
}

/** The command in a process of its own, that goes on until it is told to end. It never outlives its test. */
export function livePawl(args: readonly string[], spawning: Spawning = {}): LivePawl {
  const child = start(args, spawning)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      wake()
    })
  }
  let hasEnded = false
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true
    wake()
    return code as number | null
  })
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)).find((found) => found !== null)
  const said = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = find(pattern)
        if (found) resolve(found)
        else if (hasEnded)
          reject(new Error(`pawl ${args.join(' ')} ended before it said ${pattern}:\n${lines.join('\n')}`))
        else return
        waiting.delete(look)
      }
      waiting.add(look)
      look()
    })
  return {
    pid: child.pid!,
    lines,
    said,
    count: (pattern) => lines.filter((line) => pattern.test(line)).length,
    signal: (signal) => void child.kill(signal),
    ended,
  }
}
