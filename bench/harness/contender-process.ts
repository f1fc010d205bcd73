import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ChildArguments } from '../contenders/child.ts'
import type { Answers, FromContender, Order } from '../contenders/orders.ts'
import { folders } from '../install/folders.ts'

const script = path.join(folders.peers, 'dist', 'contenders', 'child.js')

/** A contender in a process of its own, so that its memory and its CPU time are its own. */
export class ContenderProcess {
  readonly name: string
  readonly #child: ChildProcess
  /** It has loaded its program and takes orders. */
  readonly ready: Promise<void>
  #handled = 0
  #onProgress: () => void = () => {}
  #answer: { resolve(answer: never): void; reject(error: Error): void } | undefined

  constructor(name: string, [node, ...flags]: readonly [string, ...string[]], args: ChildArguments) {
    this.name = name
    const { NODE_OPTIONS: _, ...env } = process.env
    this.#child = spawn(node, [...flags, script, JSON.stringify(args)], { env, stdio: ['ignore', 2, 2, 'ipc'] })
    this.ready = this.#listen()
    this.ready.catch(() => {})
  }

  /** Jobs it has handled, as far as it has told. */
  get handled(): number {
    return this.#handled
  }

  onProgress(listener: () => void): void {
    this.#onProgress = listener
  }

  async order<K extends Order['kind']>(order: Order & { readonly kind: K }): Promise<Answers[K]> {
    await this.ready
    return new Promise<Answers[K]>((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#child.send(order)
    })
  }

  /** It stands still, wherever it is, until it is let go. */
  hold(): void {
    this.#child.kill('SIGSTOP')
  }

  letGo(): void {
    this.#child.kill('SIGCONT')
  }

  /** Without ceremony: what had to be written was waited for. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        const error = new Error(`${this.name}: ${why}`)
        reject(error)
        this.#answer?.reject(error)
      }
      this.#child.on('error', (error) => fail(error.message))
      this.#child.on('exit', (code, signal) => fail(`its process ended (${signal ?? code})`))
      this.#child.on('message', (message: FromContender) => {
        if (message.kind === 'ready') resolve()
        if (message.kind === 'failed') fail(message.message)
        if (message.kind === 'answer') this.#answer?.resolve(message.answer as never)
        if (message.kind === 'progress') {
          this.#handled = message.handled
          this.#onProgress()
        }
      })
    })
  }
}
