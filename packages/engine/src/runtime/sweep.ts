import { jobId } from '../job/job-id.ts'
import type { Runner } from '../postgres/runner.ts'
import {
  findEndedSlots,
  findParkedGroups,
  type KeyPlace,
  releaseSlots,
  removeOldWorkers,
  type SlotPlace,
  sweepKeys,
  sweepWaiting,
  unparkForgotten,
} from '../postgres/sweep.ts'
import type { Events } from './events.ts'
import type { Registry } from './registry.ts'

export type SweepOptions = {
  readonly runner: Runner
  readonly events: Events
  readonly registry: Registry
  /** Workers that left longer ago than this are forgotten, once their leases are. */
  readonly workerKeepMs: number
}

const everyMs = 30_000

/**
 * Repairs what fell between two steps. Each step of Pawl is one transaction, so there should be nothing to repair: every repair
 * is an event. Silent workers are the reclaimer's, and ticks that were missed the scheduler's, whose tables say all they need;
 * `RepairCounts` counts them all together.
 */
export class Sweep {
  readonly #options: SweepOptions
  #key: KeyPlace | undefined
  #slot: SlotPlace | undefined
  #group: string | undefined
  #waiting: number | undefined

  constructor(options: SweepOptions) {
    this.#options = options
  }

  /** A page of each; the next run goes on from there. */
  async runOnce(): Promise<number> {
    await this.#keys()
    await this.#slots()
    await this.#parked()
    await this.#forgottenWaiters()
    await removeOldWorkers(this.#options.runner, this.#options.workerKeepMs)
    const places = [this.#key, this.#slot, this.#group, this.#waiting]
    return places.every((place) => place === undefined) ? everyMs : everyMs / 10
  }

  async #keys(): Promise<void> {
    const { freed, next } = await sweepKeys(this.#options.runner, this.#key)
    this.#key = next
    for (const what of freed) this.#tell('key', what)
  }

  async #slots(): Promise<void> {
    const { runner } = this.#options
    const { ended, next } = await findEndedSlots(runner, this.#slot)
    this.#slot = next
    if (ended.length === 0) return
    await releaseSlots(runner, ended)
    for (const job of ended) this.#tell('slot', jobId(job))
  }

  /** Who knows how many of a group may run at once is the code: groups of job types that are not here are left to others. */
  async #parked(): Promise<void> {
    const { runner, registry } = this.#options
    const { groups, next } = await findParkedGroups(runner, this.#group)
    this.#group = next
    for (const { group, type, taken } of groups) {
      const limit = registry.definitions.get(type)?.groupConcurrency
      if (limit === undefined || taken >= limit) continue
      const unparked = await unparkForgotten(runner, { group, type }, limit)
      for (let i = 0; i < unparked; i++) this.#tell('parked', group)
    }
  }

  async #forgottenWaiters(): Promise<void> {
    const { found, next } = await sweepWaiting(this.#options.runner, this.#waiting ?? -1)
    this.#waiting = next
    for (const job of found) this.#tell('waiting', jobId(job))
  }

  #tell(kind: 'key' | 'slot' | 'parked' | 'waiting', what: string): void {
    this.#options.events.emit('sweep.repair', { kind, what })
  }
}
