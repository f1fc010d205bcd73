import { jobId } from '../job/job-id.ts'
import type { Runner } from '../postgres/runner.ts'
import {
  findEndedSlots,
  findParkedGroups,
  findSweepable,
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
  /** What it does may have to wait for a stranger's commit. */
  readonly runner: Runner
  /** For questions. Most sweeps have no others. */
  readonly reader: Runner
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
    const { runner, reader, workerKeepMs } = this.#options
    const has = await findSweepable(reader, workerKeepMs)
    this.#key = has.keys ? await this.#keys() : undefined
    this.#slot = has.slots ? await this.#slots() : undefined
    this.#group = has.parked ? await this.#parked() : undefined
    this.#waiting = has.waiting ? await this.#forgottenWaiters() : undefined
    if (has.workers) await removeOldWorkers(runner, workerKeepMs)
    const places = [this.#key, this.#slot, this.#group, this.#waiting]
    return places.every((place) => place === undefined) ? everyMs : everyMs / 10
  }

  async #keys(): Promise<KeyPlace | undefined> {
    const { freed, next } = await sweepKeys(this.#options.runner, this.#key)
    for (const what of freed) this.#tell('key', what)
    return next
  }

  async #slots(): Promise<SlotPlace | undefined> {
    const { runner } = this.#options
    const { ended, next } = await findEndedSlots(runner, this.#slot)
    if (ended.length > 0) await releaseSlots(runner, ended)
    for (const job of ended) this.#tell('slot', jobId(job))
    return next
  }

  /** Who knows how many of a group may run at once is the code: groups of job types that are not here are left to others. */
  async #parked(): Promise<string | undefined> {
    const { runner, registry } = this.#options
    const { groups, next } = await findParkedGroups(runner, this.#group)
    for (const { group, type, taken } of groups) {
      const limit = registry.definitions.get(type)?.groupConcurrency
      if (limit === undefined || taken >= limit) continue
      const unparked = await unparkForgotten(runner, { group, type }, limit)
      for (let i = 0; i < unparked; i++) this.#tell('parked', group)
    }
    return next
  }

  async #forgottenWaiters(): Promise<number | undefined> {
    const { found, next } = await sweepWaiting(this.#options.runner, this.#waiting ?? -1)
    for (const job of found) this.#tell('waiting', jobId(job))
    return next
  }

  #tell(kind: 'key' | 'slot' | 'parked' | 'waiting', what: string): void {
    this.#options.events.emit('sweep.repair', { kind, what })
  }
}
