import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ArchiveLimits } from './archive-limits.ts'
import { loaderArgs } from './loader-args.ts'
import type { ReaderAnswer, ReaderTask } from './reader-task.ts'

/** In the language of this file: TypeScript in a checkout, JavaScript where it was built. */
const readerProgram = fileURLToPath(new URL(`./child/main${extname(import.meta.url)}`, import.meta.url))
/** Of JavaScript alone; bytes of pages are outside of it. */
const heapMb = 256
const wasmPage = 64 * 1024
const unkillableMs = 5_000
/** One that is not up after this time is not coming up. */
const startMs = 60_000
/** A process that reads what strangers made gets no secret of ours. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH']

/** How a task ended: with an answer, or with the end of the process, `isStarted` telling whether it had come up at all. */
export type ReaderEnd =
  | (ReaderAnswer & { readonly isSpent: boolean })
  | { readonly kind: 'gone'; readonly isStarted: boolean; readonly isTimeout: boolean }

/** One child process that reads archives, one at a time. */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly ended: Promise<void>
  #isStarted = false
  #isTimeout = false
  #isGone = false
  #timer: NodeJS.Timeout | undefined
  #timeoutMs = 0
  #settle: ((end: ReaderEnd) => void) | undefined
  #end: () => void = () => {}

  constructor(limits: ArchiveLimits, program = readerProgram) {
    const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
    this.#child = fork(program, [JSON.stringify(limits)], {
      execArgv: [
        ...loaderArgs(program),
        `--max-old-space-size=${heapMb}`,
        `--wasm-max-mem-pages=${Math.ceil(limits.memoryBytes / wasmPage)}`,
      ],
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (message) => this.#hear(message as ReaderEnd | { kind: 'ready' }))
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.#isGone = true
        this.#finish({ kind: 'gone', isStarted: this.#isStarted, isTimeout: this.#isTimeout })
        resolve()
      }
    })
    this.#child.once('exit', () => this.#end())
    // it could not be started
    this.#child.once('error', () => this.#end())
    this.#hold(false)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  run(task: ReaderTask, timeoutMs: number): Promise<ReaderEnd> {
    return new Promise((resolve) => {
      if (this.#isGone) {
        resolve({ kind: 'gone', isStarted: this.#isStarted, isTimeout: false })
        return
      }
      this.#timeoutMs = timeoutMs
      this.#settle = resolve
      this.#limitTime(this.#isStarted ? timeoutMs : startMs)
      this.#hold(true)
      // that it is gone is told by its end
      this.#child.send(task, () => {})
    })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
    // one that waits for a drive which does not answer cannot be killed: it is given up, and nobody waits for its end
    setTimeout(() => this.#end(), unkillableMs).unref()
  }

  #hear(message: ReaderEnd | { readonly kind: 'ready' }): void {
    if (message.kind !== 'ready') {
      this.#finish(message)
      return
    }
    this.#isStarted = true
    // the time of a file begins when somebody is there to read it
    if (this.#settle !== undefined) this.#limitTime(this.#timeoutMs)
  }

  #limitTime(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isTimeout = this.#isStarted
      this.kill()
    }, ms)
  }

  #finish(end: ReaderEnd): void {
    clearTimeout(this.#timer)
    this.#hold(false)
    const settle = this.#settle
    this.#settle = undefined
    settle?.(end)
  }

  /** An idle one does not keep our own process alive. */
  #hold(isHeld: boolean): void {
    const channel = this.#child.channel
    if (isHeld) {
      this.#child.ref()
      channel?.ref()
    } else {
      this.#child.unref()
      channel?.unref()
    }
  }
}
