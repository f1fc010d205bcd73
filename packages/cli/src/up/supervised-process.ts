import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { stopAnswer, supervisedVariable } from './until-told.ts'

/** Node fires a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1

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
  #hasAnswered = false
  #killTimer: NodeJS.Timeout | undefined
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
    this.#child.on('message', (message) => {
      if (message === stopAnswer) this.#hasAnswered = true
    })
    this.#child.once('exit', () => clearTimeout(this.#killTimer))
    this.ended = new Promise((resolve) => {
      // a process that could not be started has no exit
      this.#child.once('error', () => resolve({ code: null, signal: null }))
      this.#child.once('close', (code, signal) => resolve({ code, signal }))
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Lets it finish; killed when it has not ended within this time. */
  stop(withinMs = Number.POSITIVE_INFINITY): void {
    if (this.#isTold) return
    this.#isTold = true
    this.#say()
    this.#killAfter(withinMs)
  }

  /**
   * To it, being told again means: now. One that never answered hangs or is held, so it is killed at once; one that did hands
   * back what it runs first, which a kill would count as a crash.
   */
  stopNow(withinMs: number): void {
    this.stop()
    this.#say()
    this.#killAfter(this.#hasAnswered ? withinMs : 0)
  }

  #say(): void {
    if (this.#child.connected) this.#child.send('stop', () => {})
  }

  #killAfter(ms: number): void {
    clearTimeout(this.#killTimer)
    if (ms === 0) this.#child.kill('SIGKILL')
    else if (ms <= longestTimerMs) this.#killTimer = setTimeout(() => this.#child.kill('SIGKILL'), ms)
  }
}

export function howItEnded({ code, signal }: Ended): string {
  if (signal !== null) return `was ended by ${signal}`
  return code === null ? 'could not be started' : `ended with code ${code}`
}
