import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a worker process tells: it is registered and takes jobs; a worker was given up; it took a job back; a commit of its own was refused; it is inside a schedule's fire; it has done all that it was started for; the circuit of a source has opened; it is inside of a stage or phase; it has begun a run; it has asked for one. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'lost'; readonly worker: string; readonly self: boolean }
  | { readonly kind: 'reclaim' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'no-connection' }
  | { readonly kind: 'done' }
  | { readonly kind: 'open' }
  | { readonly kind: 'inside'; readonly place: string; readonly heapMb: number }
  | { readonly kind: 'run'; readonly subject: string }
  | { readonly kind: 'started'; readonly started: boolean }
  | { readonly kind: 'firing'; readonly schedule: string; readonly at: string }

/** One worker in a process of its own. */
export class WorkerProcess {
  readonly name: string
  readonly exited: Promise<unknown>
  /** We ended it, or are about to. */
  expectedToEnd = false
  stopped = false
  ready = false
  /** It was ready once; from then on it must survive an outage of PostgreSQL. */
  hasStarted = false
  readonly #child: ChildProcess

  constructor(name: string, script: string, argument: object, onMessage: (message: FromWorker) => void) {
    this.name = name
    // Loader and conditions come by NODE_OPTIONS. Nothing of a worker may end up behind the counts on stdout.
    this.#child = spawn(process.execPath, [script, JSON.stringify(argument)], { stdio: ['ignore', 2, 2, 'ipc'] })
    this.exited = once(this.#child, 'exit')
    this.#child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') this.ready = this.hasStarted = true
      onMessage(message)
    })
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Takes jobs, as far as we know. */
  get works(): boolean {
    return this.ready && !this.stopped && !this.expectedToEnd && !this.hasExited
  }

  pause(): void {
    this.stopped = true
    this.#child.kill('SIGSTOP')
  }

  /** Given up meanwhile, it works again only when it has registered anew. */
  resume(givenUp: boolean): void {
    this.stopped = false
    this.ready = !givenUp
    this.#child.kill('SIGCONT')
  }

  /** With -9. A stopped process ends as well. */
  async kill(): Promise<void> {
    this.expectedToEnd = true
    this.#child.kill('SIGKILL')
    await this.exited
  }

  /** In good order, by SIGTERM. */
  async end(): Promise<void> {
    this.expectedToEnd = true
    this.#child.kill('SIGCONT')
    this.#child.kill('SIGTERM')
    await this.exited
  }
}
