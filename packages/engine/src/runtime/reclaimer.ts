import { decideReclaim } from '../job/decide-reclaim.ts'
import { jobId } from '../job/job-id.ts'
import {
  buryAttempt,
  hasUnswept,
  reclaimAttempt,
  type Unsettled,
  unsettledOfLostWorker,
  unsettledOfNobody,
} from '../postgres/reclaim.ts'
import type { Runner } from '../postgres/runner.ts'
import { buryWorker, type WatchedWorker, watchWorkers } from '../postgres/workers.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'

export type ReclaimerOptions = {
  /** What it does may have to wait for a stranger's commit. */
  readonly runner: Runner
  /** For questions. A process that never has to reclaim needs the one above not at all. */
  readonly reader: Runner
  readonly lanes: LaneBook
  readonly events: Events
  /** How often it looks for more, woken or not. */
  readonly everyMs: number
}

/** A lease that no heartbeat lists is forgotten once it is this old; younger ones may just not have been reported yet. */
const forgottenMs = 60_000

/** SQLSTATE of a lock that was not to be had in time. */
const lockNotAvailable = '55P03'

/** Takes jobs back from workers that were given up. Any number of processes may do so at once. */
export class Reclaimer {
  readonly #options: ReclaimerOptions

  constructor(options: ReclaimerOptions) {
    this.#options = options
  }

  async runOnce(): Promise<number> {
    const { runner, reader, everyMs } = this.#options
    const workers = await watchWorkers(reader)
    for (const worker of workers.filter(({ lost }) => lost)) {
      const left = await this.#reclaimAll(worker)
      // sealed before that was read: what comes to be there in between would be looked for by nobody
      if (left === 0 && worker.sealed) await buryWorker(runner, worker.id)
    }
    await this.#reclaimForgotten()
    return everyMs
  }

  async #reclaimAll(worker: WatchedWorker): Promise<number> {
    const items = await unsettledOfLostWorker(this.#options.runner, worker.id)
    for (const item of items) await this.#unlessCommitting(item, () => this.#reclaim(item))
    return items.length
  }

  async #reclaim(item: Unsettled): Promise<void> {
    const { runner, lanes, events } = this.#options
    const { type, queue } = item.lane
    const about = { id: jobId(item.jobPosition), type, queue }
    const decision = decideReclaim(item)
    const detail = { name: 'WorkerLostError', message: `worker ${item.workerName} went silent while it had this job` }
    if (decision.kind === 'dead') {
      if (!(await buryAttempt(runner, item, decision.reason, detail))) return
      events.emit('job.reclaim', { ...about, from: item.workerName, blamed: true, quarantined: false })
      events.emit('job.dead', { ...about, reason: decision.reason })
      return
    }
    const { blamed, place } = decision
    const lane = await lanes.find({ ...item.lane, place })
    if (await reclaimAttempt(runner, item, lane.id, blamed ? 1 : 0, detail)) {
      events.emit('job.reclaim', { ...about, from: item.workerName, blamed, quarantined: place === 'alone' })
    }
  }

  /** A job.commit is writing this very outcome: leave it alone, the next round sees what came of it. */
  async #unlessCommitting(item: Unsettled, reclaim: () => Promise<void>): Promise<void> {
    try {
      await reclaim()
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
      this.#options.events.emit('service.error', {
        service: `reclaimer (${jobId(item.jobPosition)})`,
        error,
        retryMs: 0,
      })
    }
  }

  async #reclaimForgotten(): Promise<void> {
    const { runner, reader } = this.#options
    if (!(await hasUnswept(reader))) return
    for (const item of await unsettledOfNobody(runner, forgottenMs)) {
      await this.#unlessCommitting(item, () => this.#toFront(item))
    }
  }

  /** Never started by anybody, so these go to the front and nobody is suspected. */
  async #toFront(item: Unsettled): Promise<void> {
    const { runner, lanes, events } = this.#options
    const lane = await lanes.find({ ...item.lane, place: 'front' })
    const detail = { name: 'ForgottenLeaseError', message: `worker ${item.workerName} does not know of this lease` }
    if (await reclaimAttempt(runner, item, lane.id, 0, detail)) {
      const { type, queue } = item.lane
      const about = { id: jobId(item.jobPosition), type, queue, from: item.workerName }
      events.emit('job.reclaim', { ...about, blamed: false, quarantined: false })
    }
  }
}
