import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { PawlError } from '../../errors.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import { registerWorker, reportCounts, stopWorker } from '../../postgres/workers.ts'
import type { Events } from '../events.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HeldAttempts } from './held-attempts.ts'
import { LastMinute } from './last-minute.ts'
import type { WorkerSettings } from './worker-options.ts'

export type WorkerIdentityOptions = {
  readonly url: string
  readonly runner: Runner
  readonly settings: WorkerSettings
  readonly queues: readonly string[]
  readonly held: HeldAttempts
  /** Leases by which jobs may be handed to this worker. */
  readonly standings: () => readonly { readonly lane: number; readonly turn: number }[]
  readonly events: Events
}

/** Who this worker is: a row with a random id and a heartbeat. A worker that was given up comes back as a new one. */
export class WorkerIdentity {
  readonly #options: WorkerIdentityOptions
  #heartbeat: Heartbeat | undefined
  #current: (SettlingWorker & { readonly name: string }) | undefined
  readonly #lastMinute = new LastMinute()
  #registered = false
  #left = false

  constructor(options: WorkerIdentityOptions) {
    this.#options = options
    // from here on it counts
    this.#lastMinute.look(options.events.counts.ended(), performance.now())
  }

  /** Who it is, or was last: what an identity that is lost still has to settle is refused by the fence. */
  get current(): SettlingWorker & { readonly name: string } {
    if (this.#current === undefined) throw new Error('the worker is not registered')
    return this.#current
  }

  /** Its name, or the one it had last; undefined if it has never been registered. */
  get name(): string | undefined {
    return this.#current?.name
  }

  get isRegistered(): boolean {
    return this.#registered
  }

  async register(): Promise<void> {
    const { url, runner, settings, queues, held, standings, events } = this.#options
    const id = randomUUID()
    const name = settings.name ?? `${hostname()}-${process.pid}-${id.slice(0, 4)}`
    await this.#closeAccount()
    const about = { host: hostname(), pid: process.pid, counts: this.#counts() }
    const number = await registerWorker(runner, id, name, queues, about)
    if (this.#left) {
      await stopWorker(runner, id)
      throw new PawlError('stopped', 'this Pawl was stopped before it had started')
    }
    this.#current = { id, number, name }
    this.#registered = true
    events.counts.carry()
    this.#heartbeat = new Heartbeat({
      url,
      workerId: id,
      everyMs: settings.heartbeatMs,
      blockedLimitMs: settings.blockedLimitMs,
      events,
      state: () => ({
        leases: [...held.leases, ...standings()].map(asText),
        running: held.running.map(({ pos }) => pos),
        pools: this.#pools(),
        counts: this.#counts(),
      }),
      onLost: () => void this.lost(id),
    })
    this.#heartbeat.start()
    events.emit('worker.start', { worker: name, queues })
  }

  /** The others have given this worker up: what it held is theirs, and it must register again before it claims. */
  async lost(id: string): Promise<void> {
    if (!this.#registered || this.current.id !== id) return
    this.#registered = false
    const { name } = this.current
    this.#options.held.loseAll()
    this.#options.events.emit('worker.lost', { worker: name, self: true })
    await this.#heartbeat?.stop()
  }

  /** What its pools do, and have done in the last minute, as JSON. */
  #pools(): string {
    const { held, events } = this.#options
    const lastMinute = this.#lastMinute.look(events.counts.ended(), performance.now())
    return JSON.stringify(held.tallies.map((tally) => ({ ...tally, ...lastMinute(tally.queue) })))
  }

  /** What has happened here that others cannot see, as JSON. */
  #counts(): string {
    return JSON.stringify(this.#options.events.counts.untold())
  }

  /** What an identity that was lost has counted stays with it: the next one begins at nothing. */
  async #closeAccount(): Promise<void> {
    if (this.#current === undefined) return
    const { runner, events } = this.#options
    const counts = events.counts.untold()
    await reportCounts(runner, this.#current.id, JSON.stringify(counts))
    events.counts.handOver(counts)
  }

  /** Something runs that the others should see before the next heartbeat. */
  beat(): void {
    this.#heartbeat?.now()
  }

  /** A row that could not be marked does no harm: the others find its worker silent, with nothing to take back. */
  async leave(): Promise<void> {
    this.#left = true
    await this.#heartbeat?.stop()
    const { events } = this.#options
    const tell = (error: unknown) => events.emit('service.error', { service: 'farewell', error, retryMs: 0 })
    if (this.#registered) await this.#stop().catch(tell)
    this.#registered = false
  }

  async #stop(): Promise<void> {
    const { runner, standings, events } = this.#options
    const { id } = this.current
    const counts = events.counts.untold()
    const last = { pools: this.#pools(), counts: JSON.stringify(counts), leases: standings().map(asText) }
    if (await stopWorker(runner, id, last)) return events.counts.handOver(counts)
    await this.lost(id)
    await this.#closeAccount()
  }
}

function asText({ lane, turn }: { readonly lane: number; readonly turn: number }): string {
  return `${lane}:${turn}`
}
