import type { Events } from '../events.ts'
import { heartbeats, type Sign } from './heartbeats.ts'

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

const tickMs = 100
/** How often the thread hears of new leases. A lease it does not know yet is safe: the sweep looks at old ones only. */
const reportMs = 500

/** The heartbeat of one worker, sent by a thread with a connection of its own. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #timers: NodeJS.Timeout[] = []
  #reported = ''
  #ended: Promise<void> | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    const { workerId, url, everyMs, blockedLimitMs, onLost } = this.#options
    heartbeats.begin(workerId, {
      manner: { url, everyMs, blockedLimitMs },
      onBegin: () => {
        this.#reported = ''
      },
      onLost,
      onError: (error) => this.#fail(error),
    })
    this.#timers = [
      setInterval(() => heartbeats.tick(), Math.min(tickMs, everyMs)),
      setInterval(() => this.#report(), Math.min(reportMs, everyMs)),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Sends one at once: something changed that others should see. */
  now(): void {
    this.#report()
    heartbeats.order(this.#options.workerId, { kind: 'now' })
  }

  /** Of a worker that was given up it is stopped again when that leaves: the thread answers one goodbye. */
  stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#ended ??= heartbeats.end(this.#options.workerId)
    return this.#ended
  }

  #report(): void {
    const { leases, running, pools, counts } = this.#options.state()
    const state: Sign = { leases, running: `{${running.map((pos) => `[${pos},${pos}]`).join(',')}}`, pools, counts }
    const text = `${leases.join()} ${state.running} ${pools} ${counts}`
    if (text === this.#reported) return
    this.#reported = text
    heartbeats.order(this.#options.workerId, { kind: 'state', state })
  }

  #fail(error: unknown): void {
    this.#options.events.emit('service.error', { service: 'heartbeat', error, retryMs: this.#options.everyMs })
  }
}
