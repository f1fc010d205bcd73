import { Worker as Thread } from 'node:worker_threads'
import { statement } from '../../postgres/statement.ts'
import type { Events } from '../events.ts'

export type HeartbeatState = {
  /** Open ones. */
  readonly leases: string[]
  /** Positions. */
  readonly running: number[]
  /** What they do, and what has been counted, as JSON. */
  readonly pools: string
  readonly counts: string
}

export type HeartbeatOptions = {
  readonly url: string
  readonly workerId: string
  readonly everyMs: number
  /** An event loop blocked for longer than this: the worker is given up. */
  readonly blockedLimitMs: number
  readonly events: Events
  /** As the next heartbeat should report it. */
  readonly state: () => HeartbeatState
  /** The others have given this worker up. */
  readonly onLost: () => void
}

type FromThread = { kind: 'beat' } | { kind: 'lost' } | { kind: 'error'; message: string }

const tickMs = 100
/** How often the thread hears of new leases. A lease it does not know yet is safe: the sweep looks at old ones only. */
const reportMs = 500

/** The heartbeat of one worker, sent by a thread with a connection of its own. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #ticks = new Int32Array(new SharedArrayBuffer(4))
  #thread: Thread | undefined
  #exited: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  #reported = ''

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    this.#startThread()
    const { everyMs } = this.#options
    this.#timers = [
      setInterval(() => Atomics.add(this.#ticks, 0, 1), Math.min(tickMs, everyMs)),
      setInterval(() => this.#report(), Math.min(reportMs, everyMs)),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #startThread(): void {
    const { url, workerId, everyMs, blockedLimitMs } = this.#options
    const beat = statement('worker_beat').text
    const thread = new Thread(new URL('./heartbeat-thread.js', import.meta.url), {
      workerData: { url, workerId, beat, everyMs, blockedLimitMs, ticks: this.#ticks.buffer },
      // no loader of the main thread's: this file needs none
      execArgv: [],
    })
    // what it still says while it is being stopped is of no interest: its connection was closed under a beat
    thread.on('message', (message: FromThread) => this.#thread === thread && this.#hear(message))
    thread.on('error', (error) => this.#fail(error))
    thread.unref()
    this.#thread = thread
    this.#exited = new Promise((resolve) => thread.once('exit', () => resolve()))
    void this.#exited.then(() => this.#restart(thread))
  }

  /** A heartbeat that stops by itself would make others take this worker for dead. */
  #restart(ended: Thread): void {
    if (this.#thread !== ended) return
    this.#reported = ''
    this.#timers.push(setTimeout(() => this.#thread === ended && this.#startThread(), this.#options.everyMs))
  }

  /** Sends one at once: something changed that others should see. */
  now(): void {
    this.#report()
    this.#thread?.postMessage('now')
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const thread = this.#thread
    this.#thread = undefined
    thread?.postMessage('stop')
    await this.#exited
  }

  #report(): void {
    const { leases, running, pools, counts } = this.#options.state()
    const state = { leases, running: `{${running.map((pos) => `[${pos},${pos}]`).join(',')}}`, pools, counts }
    const text = `${leases.join()} ${state.running} ${pools} ${counts}`
    if (text === this.#reported) return
    this.#reported = text
    this.#thread?.postMessage(state)
  }

  #hear(message: FromThread): void {
    if (message.kind === 'lost') this.#options.onLost()
    if (message.kind === 'error') this.#fail(new Error(message.message))
  }

  #fail(error: unknown): void {
    this.#options.events.emit('service.error', { service: 'heartbeat', error, retryMs: this.#options.everyMs })
  }
}
