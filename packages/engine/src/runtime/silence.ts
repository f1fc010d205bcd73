import type { WatchedWorker } from '../postgres/workers.ts'

type Watched = { heartbeat: string; since: number }

/**
 * Who has been silent for the whole limit, as seen by one watcher on its own steady clock. After an outage everybody looks
 * silent: a gap in the watching starts it anew.
 */
export class Silence {
  readonly #limitMs: number
  readonly #watched = new Map<string, Watched>()
  #lastLook: number | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  look(workers: readonly WatchedWorker[], now: number): WatchedWorker[] {
    if (this.#lastLook !== undefined && now - this.#lastLook > this.#limitMs / 2) this.#watched.clear()
    this.#lastLook = now
    const seen = new Set(workers.map((worker) => worker.id))
    for (const id of this.#watched.keys()) if (!seen.has(id)) this.#watched.delete(id)
    return workers.filter((worker) => this.#silentSince(worker, now) <= now - this.#limitMs)
  }

  #silentSince(worker: WatchedWorker, now: number): number {
    const watched = this.#watched.get(worker.id)
    if (watched?.heartbeat === worker.heartbeat) return watched.since
    this.#watched.set(worker.id, { heartbeat: worker.heartbeat, since: now })
    return now
  }
}
