import { Worker as Thread } from 'node:worker_threads'
import { statement } from '../../postgres/statement.ts'

/** What others see of a worker, as the thread sends it. */
export type Sign = {
  readonly leases: readonly string[]
  /** Positions, as a range of PostgreSQL. */
  readonly running: string
  readonly pools: string
  readonly counts: string
}

export type Manner = { readonly url: string; readonly everyMs: number; readonly blockedLimitMs: number }

/** The heartbeat of one worker, to the thread that sends it. */
export type Heart = {
  readonly manner: Manner
  /** The thread knows nothing of this worker yet. */
  onBegin(): void
  /** The others have given this worker up. */
  onLost(): void
  onError(error: unknown): void
}

type Message = { readonly worker: string } & (
  | { readonly kind: 'beat' | 'lost' | 'stopped' }
  | { readonly kind: 'error'; readonly message: string }
)

type Order =
  | { readonly kind: 'begin'; readonly manner: Manner }
  | { readonly kind: 'state'; readonly state: Sign }
  | { readonly kind: 'now' | 'stop' }

/** To start a thread costs more than most short drains: it stays for a while after the last worker has left. */
const lingerMs = 5_000

/** The thread that sends the heartbeats of all workers of this process. */
class Heartbeats {
  readonly #ticks = new Int32Array(new SharedArrayBuffer(4))
  readonly #hearts = new Map<string, Heart>()
  readonly #leaving = new Map<string, () => void>()
  #thread: Thread | undefined
  #timer: NodeJS.Timeout | undefined

  /** The event loop of this process goes round. */
  tick(): void {
    Atomics.add(this.#ticks, 0, 1)
  }

  begin(worker: string, heart: Heart): void {
    clearTimeout(this.#timer)
    this.#hearts.set(worker, heart)
    if (this.#thread === undefined) this.#start()
    else this.#begin(worker, heart)
  }

  order(worker: string, order: Order): void {
    this.#thread?.postMessage({ worker, ...order })
  }

  /** Resolves when its connection is closed. */
  async end(worker: string): Promise<void> {
    this.#hearts.delete(worker)
    if (this.#thread === undefined) return
    const ended = new Promise<void>((resolve) => this.#leaving.set(worker, resolve))
    this.order(worker, { kind: 'stop' })
    await ended
    if (this.#hearts.size === 0) this.#later(lingerMs, () => this.#end())
  }

  #start(): void {
    const workerData = { beat: statement('worker_beat').text, ticks: this.#ticks.buffer }
    // no loader of the main thread's: this file needs none; and little memory, or it would take more than it needs
    const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64, stackSizeMb: 1 }
    const file = new URL('./heartbeat-thread.js', import.meta.url)
    const thread = new Thread(file, { workerData, execArgv: [], resourceLimits })
    thread.on('message', (message: Message) => this.#hear(message))
    thread.on('error', (error) => {
      for (const heart of this.#hearts.values()) heart.onError(error)
    })
    thread.on('exit', () => this.#thread === thread && this.#ended())
    thread.unref()
    this.#thread = thread
    for (const [worker, heart] of this.#hearts) this.#begin(worker, heart)
  }

  #begin(worker: string, heart: Heart): void {
    this.order(worker, { kind: 'begin', manner: heart.manner })
    heart.onBegin()
  }

  #hear(message: Message): void {
    if (message.kind === 'stopped') this.#left(message.worker)
    // what is still said of one that is being stopped is of no interest: its connection was closed under a beat
    const heart = this.#hearts.get(message.worker)
    if (message.kind === 'lost') heart?.onLost()
    if (message.kind === 'error') heart?.onError(new Error(message.message))
  }

  #left(worker: string): void {
    this.#leaving.get(worker)?.()
    this.#leaving.delete(worker)
  }

  #end(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  /** A heartbeat that stops by itself would make others take its worker for dead. */
  #ended(): void {
    this.#thread = undefined
    for (const worker of [...this.#leaving.keys()]) this.#left(worker)
    const pauses = [...this.#hearts.values()].map(({ manner }) => manner.everyMs)
    if (pauses.length > 0) this.#later(Math.min(...pauses), () => this.#hearts.size > 0 && this.#start())
  }

  #later(delayMs: number, run: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(run, delayMs).unref()
  }
}

export const heartbeats = new Heartbeats()
