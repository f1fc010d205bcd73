import type pg from 'pg'
import { refuseUnknownOptions } from '../check-options.ts'
import { exponential } from '../job/backoff.ts'
import { checkEnqueueOptions, type EnqueueOptions } from '../job/enqueue-options.ts'
import { errorRecord } from '../job/error-record.ts'
import { type JobId, jobPosition } from '../job/job-id.ts'
import { isEnd } from '../job/states.ts'
import { findJob } from '../postgres/jobs.ts'
import type { OwnTransactions } from '../postgres/own-transactions.ts'
import type { Runner } from '../postgres/runner.ts'
import {
  advanceSchedule,
  failSchedule,
  type LockedSchedule,
  lockDueSchedule,
  lockSchedule,
  noteScheduleFire,
} from '../postgres/schedules.ts'
import { decideFire, type Miss } from '../schedule/decide-fire.ts'
import type { ScheduleDefinition, Tick } from '../schedule/schedule-definition.ts'
import { DueBatches } from './due-batches.ts'
import type { Enqueuer } from './enqueuer.ts'
import type { Events } from './events.ts'

export type ScheduleFirerOptions = {
  readonly transactions: OwnTransactions
  /** Outside of those transactions. */
  readonly runner: Runner
  readonly enqueuer: Enqueuer
  readonly events: Events
}

/** What one transaction came to. */
type Fired = {
  readonly now: Date
  readonly fires: readonly { readonly at: Date; readonly ids: readonly JobId[] }[]
  readonly misses: readonly Miss[]
  /** There is more that is due. */
  readonly more: boolean
}

const backoff = exponential({ firstMs: 1_000, maxMs: 5 * 60_000 })

/**
 * Fires ticks. One transaction locks the schedule's row, enqueues, and moves the row to the next tick: who dies before the
 * commit has done nothing, and who comes later finds the tick handled.
 */
export class ScheduleFirer {
  readonly #options: ScheduleFirerOptions

  constructor(options: ScheduleFirerOptions) {
    this.#options = options
  }

  /** Fires all that is due, a transaction at a time. Resolves to whether anything was; never rejects. */
  async fire(definition: ScheduleDefinition, failures: number, signal: AbortSignal): Promise<boolean> {
    const batches = new DueBatches(definition)
    try {
      for (let any = false; ; any = true) {
        const fired = await this.#fireOnce(definition, batches)
        if (fired === undefined) return any
        this.#tell(definition, fired)
        if (!fired.more || signal.aborted) return true
      }
    } catch (error) {
      await this.#failed(definition, failures + 1, error)
      return false
    }
  }

  /** At once, whether it is paused or its last job runs; a look for what is due takes one batch. The ticks stay as they are. */
  async fireByHand(definition: ScheduleDefinition): Promise<readonly JobId[]> {
    const fired = await this.#options.transactions.run(async (client, runner): Promise<Fired> => {
      const { now } = (await lockSchedule(runner, definition.name))!
      const ids =
        definition.due === undefined
          ? await this.#enqueue(runner, definition, [this.#tick(definition, now, 0, true)])
          : await this.#enqueueDue(client, runner, definition, await new DueBatches(definition).next(client))
      await noteScheduleFire(runner, definition.name, lastOf(ids))
      return { now, fires: [{ at: now, ids }], misses: [], more: false }
    })
    this.#tell(definition, fired, true)
    return fired.fires[0]!.ids
  }

  #fireOnce(definition: ScheduleDefinition, batches: DueBatches): Promise<Fired | undefined> {
    return this.#options.transactions.run(async (client, runner) => {
      const locked = await lockDueSchedule(runner, definition.name, definition.spec)
      if (locked === undefined) return undefined
      if (definition.due === undefined) return this.#fireTicks(runner, definition, locked)
      return this.#fireDue(client, runner, definition, locked, batches)
    })
  }

  async #fireTicks(runner: Runner, definition: ScheduleDefinition, locked: LockedSchedule): Promise<Fired> {
    const { now, nextAt } = locked
    const busy = definition.overlap === 'skip' && (await isRunning(runner, locked.lastJob))
    const decision = decideFire({ ...definition, nextAt, now, busy })
    const { ticks, misses, handled } = decision
    const late = misses.find(({ reason }) => reason === 'late')?.count ?? 0
    const ids = await this.#enqueue(
      runner,
      definition,
      ticks.map((at, i) => this.#tick(definition, at, i === 0 ? late : 0, false)),
    )
    const to = { nextAt: decision.nextAt, handled, fired: ticks.length > 0, job: lastOf(ids) }
    await advanceSchedule(runner, definition.name, to)
    return { now, fires: ticks.map((at, i) => ({ at, ids: [ids[i]!] })), misses, more: to.nextAt <= now }
  }

  async #fireDue(
    client: pg.PoolClient,
    runner: Runner,
    definition: ScheduleDefinition,
    { now, nextAt }: LockedSchedule,
    batches: DueBatches,
  ): Promise<Fired> {
    const rows = await batches.next(client)
    const ids = await this.#enqueueDue(client, runner, definition, rows)
    const fires = ids.length === 0 ? [] : [{ at: now, ids }]
    if (rows.length === definition.batch) {
      await noteScheduleFire(runner, definition.name, null)
      return { now, fires, misses: [], more: true }
    }
    const decision = decideFire({ ...definition, nextAt, now, busy: false })
    const to = { nextAt: decision.nextAt, handled: decision.handled, fired: ids.length > 0, job: null }
    await advanceSchedule(runner, definition.name, to)
    return { now, fires, misses: [], more: false }
  }

  async #enqueueDue(
    client: pg.PoolClient,
    runner: Runner,
    definition: ScheduleDefinition,
    rows: readonly unknown[],
  ): Promise<JobId[]> {
    const ids = await this.#enqueue(runner, definition, rows)
    if (rows.length > 0) {
      await definition.enqueued?.(
        client,
        rows.map((row, i) => ({ row, id: ids[i]! })),
      )
    }
    return ids
  }

  async #enqueue(runner: Runner, definition: ScheduleDefinition, from: readonly unknown[]): Promise<JobId[]> {
    const { enqueuer } = this.#options
    const jobs = await Promise.all(
      from.map(async (one) => enqueuer.prepare(definition.job, await definition.body(one), optionsOf(definition, one))),
    )
    return jobs.length === 0 ? [] : (await enqueuer.write(runner, jobs)).map(({ id }) => id)
  }

  #tick({ name }: ScheduleDefinition, at: Date, missed: number, byHand: boolean): Tick {
    return Object.freeze({ schedule: name, at, missed, byHand })
  }

  #tell({ name }: ScheduleDefinition, { now, fires, misses }: Fired, byHand = false): void {
    const { events } = this.#options
    for (const miss of misses) events.emit('schedule.miss', { schedule: name, ...miss })
    for (const { at, ids } of fires) {
      events.emit('schedule.fire', { schedule: name, at, lateMs: now.getTime() - at.getTime(), ids, byHand })
    }
  }

  async #failed({ name }: ScheduleDefinition, failures: number, error: unknown): Promise<void> {
    const retryMs = backoff({ failures, random: Math.random(), error })
    this.#options.events.emit('schedule.error', { schedule: name, error, failures, retryMs })
    // Where PostgreSQL is away nothing can be noted; the next look finds the tick due as before.
    await failSchedule(this.#options.runner, name, failures, retryMs, errorRecord(error)).catch(() => {})
  }
}

function optionsOf({ name, options }: ScheduleDefinition, from: unknown): EnqueueOptions<never> {
  const own = options?.(from) ?? {}
  refuseUnknownOptions(`options of the schedule '${name}'`, own, ['priority', 'source', 'key', 'group', 'startBefore'])
  // replacing a job that holds the key would hold its lane for as long as this transaction lasts
  const all = { ...own, onDuplicate: 'keep' } as const
  checkEnqueueOptions(all)
  return all
}

async function isRunning(runner: Runner, id: JobId | null): Promise<boolean> {
  const job = id === null ? undefined : await findJob(runner, id)
  return job !== undefined && !isEnd(job.status)
}

function lastOf(ids: readonly JobId[]): number | null {
  const last = ids.at(-1)
  return last === undefined ? null : jobPosition(last)
}
