import { PawlError } from '../errors.ts'
import { type JobLook, lookAtJobs } from '../postgres/results.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'
import { Service } from './service.ts'

/** Somebody who wants to know of one job. */
export type Watcher = {
  /** Called with each look; undefined when there is no such job. */
  onLook(look: JobLook | undefined): void
  /** There will be no more looks. */
  onEnd(error: Error): void
}

const firstMs = 50
const longestMs = 500
const growth = 1.5
const page = 500

/**
 * Looks at all jobs that somebody in this process waits for, in one query: often at first and after each change, then less.
 * Polling works from any process and through any pooler; what is settled in this process is looked at once.
 */
export class JobWatch {
  readonly #runner: Runner
  readonly #service: Service
  readonly #watchers = new Map<number, Set<Watcher>>()
  readonly #seen = new Map<number, string>()
  #delayMs = firstMs
  #stopped = false

  constructor(runner: Runner, events: Events) {
    this.#runner = runner
    this.#service = new Service('job-watch', events, () => this.runOnce())
  }

  /** Returns how to stop watching. */
  add(position: number, watcher: Watcher): () => void {
    if (this.#stopped) throw new PawlError('stopped', 'this Pawl was stopped')
    const others = this.#watchers.get(position) ?? new Set()
    this.#watchers.set(position, others.add(watcher))
    this.#seen.delete(position)
    this.#lookSoon()
    return () => {
      others.delete(watcher)
      if (others.size > 0 || this.#watchers.get(position) !== others) return
      this.#watchers.delete(position)
      this.#seen.delete(position)
    }
  }

  /** An attempt of this job was settled here. */
  settled(position: number): void {
    if (this.#watchers.has(position)) this.#lookSoon()
  }

  async runOnce(): Promise<number> {
    const positions = [...this.#watchers.keys()]
    if (positions.length === 0) return Number.POSITIVE_INFINITY
    let changed = false
    for (let i = 0; i < positions.length; i += page) {
      if (await this.#look(positions.slice(i, i + page))) changed = true
    }
    this.#delayMs = changed ? firstMs : Math.min(longestMs, this.#delayMs * growth)
    return this.#delayMs
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const error = new PawlError('stopped', 'this Pawl was stopped')
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher.onEnd(error)
    this.#watchers.clear()
    await this.#service.stop()
  }

  /** True: something has changed since the last look. */
  async #look(positions: readonly number[]): Promise<boolean> {
    const looks = new Map((await lookAtJobs(this.#runner, positions)).map((look) => [look.jobId, look]))
    let changed = false
    for (const position of positions) {
      const look = looks.get(position)
      const sight = look && `${look.pos} ${look.state} ${look.attempt} ${look.progressAtMs}`
      if (sight !== undefined && this.#seen.get(position) !== sight) {
        this.#seen.set(position, sight)
        changed = true
      }
      for (const watcher of [...(this.#watchers.get(position) ?? [])]) watcher.onLook(look)
    }
    return changed
  }

  #lookSoon(): void {
    this.#delayMs = firstMs
    this.#service.start()
  }
}
