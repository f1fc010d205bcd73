import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { supervisedVariable } from './until-told.ts'

export type ProcessCall = {
  /** Arguments of `pawl`. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Each line it writes; what it writes goes to our terminal as it is when left out. */
  readonly onLine?: (line: string) => void
}

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** Another `pawl` that this one has started. It ends when it is told to, and when we are gone. */
export class SupervisedProcess {
  readonly #child: ChildProcess
  #isTold = false
  readonly ended: Promise<Ended>

  constructor({ args, env, onLine }: ProcessCall) {
    const output = onLine === undefined ? 'inherit' : 'pipe'
    this.#child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
      env: { ...env, [supervisedVariable]: '1' },
      stdio: ['ignore', output, output, 'ipc'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null && onLine !== undefined) createInterface({ input: stream as Readable }).on('line', onLine)
    }
    this.ended = new Promise((resolve) => {
      // a process that could not be started has no exit
      this.#child.once('error', () => resolve({ code: null, signal: null }))
      this.#child.once('close', (code, signal) => resolve({ code, signal }))
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  stop(): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#say()
  }

  /** To it, being told again means: now. */
  stopNow(): void {
    this.stop()
    this.#say()
  }

  #say(): void {
    if (this.#child.connected) this.#child.send('stop', () => {})
  }
}

export function howItEnded({ code, signal }: Ended): string {
  if (signal !== null) return `was ended by ${signal}`
  return code === null ? 'could not be started' : `ended with code ${code}`
}
