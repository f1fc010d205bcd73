import pg from 'pg'
import { decideRetention } from '../job/decide-retention.ts'
import { columnTypes } from '../postgres/column-types.ts'
import { endClient, hangUp } from '../postgres/end-client.ts'
import { laneNames } from '../postgres/lanes.ts'
import { closePartition, endLine, lookAtPartitions, type Partition } from '../postgres/partitions.ts'
import { discardOldDead, tidyDecided, tidyJobs } from '../postgres/retention.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'
import { type DropResult, PartitionDropper, type WaitReason } from './partition-dropper.ts'
import type { Partitions } from './partitions.ts'
import type { RetentionSettings } from './retention-options.ts'
import { Seal } from './seal.ts'

export type RetentionParts = {
  readonly url: string
  readonly runner: Runner
  readonly lanes: LaneBook
  readonly events: Events
  readonly partitions: Partitions
  readonly settings: RetentionSettings
  /** How long a drop waits for others before it is tried again. */
  readonly patienceMs?: number
}

/** How often it looks although nothing is due: others may use up positions and not notice. */
const lookMs = 10_000
const tryAgainMs = 5_000
/** Those who write or claim just now are in the way for a moment as a rule. */
const momentMs = 50
/** After so many looks at them it is told that they are in the way. */
const patientLooks = 6
const isMoment = (reason: WaitReason) => reason === 'writers' || reason === 'claims'
/** A partition that cannot be closed because an enqueue is open holds others up for a moment each time it is tried. */
const minMs = 5_000
const lockNotAvailable = '55P03'

/** Makes partitions ahead of need, closes them when their time is up, and drops them when they were kept for long enough. */
export class Retention {
  readonly #parts: RetentionParts
  readonly #dropper: PartitionDropper
  readonly #seal = new Seal()
  /** What was last told of a partition that waits, so that it is told once. */
  readonly #told = new Map<number, WaitReason>()
  readonly #tidied = { progress: 0, dependencies: 0, steps: 0 }
  #client: pg.Client | undefined
  #closed = false
  /** How often in a row it found others writing or claiming. */
  #moments = 0

  constructor(parts: RetentionParts) {
    this.#parts = parts
    const { lanes, events, runner, patienceMs = 1_000 } = parts
    this.#dropper = new PartitionDropper({ lanes, events, seal: this.#seal, other: runner, patienceMs })
  }

  /** Lets go of what a run waits for, so that the process can end. What is left half-way the next process ends. */
  close(): void {
    this.#closed = true
    if (this.#client !== undefined) hangUp(this.#client)
  }

  async runOnce(): Promise<number> {
    const { runner, partitions, settings } = this.#parts
    await partitions.tend()
    const look = await lookAtPartitions(runner)
    const { close, due, nextMs } = decideRetention(look.partitions, settings.keepMs)
    if (close !== undefined) await this.#close(close)
    await this.#endLines(look.partitions)
    const waits = due.length === 0 ? [] : await this.#dropAll(due)
    await this.#tidy()
    this.#moments = waits.some(isMoment) ? this.#moments + 1 : 0
    if (this.#moments > 0) return Math.min(tryAgainMs, momentMs * 2 ** this.#moments)
    if (waits.includes('readers')) return tryAgainMs
    return Math.min(lookMs, Math.max(minMs, nextMs))
  }

  /** Claims begin to look at the first partition in which something stands in line, so they are ended in order. */
  async #endLines(partitions: readonly Partition[]): Promise<void> {
    const { runner } = this.#parts
    for (const { number, closedMs, lineEnded } of partitions) {
      if (lineEnded) continue
      if (closedMs === null || !(await this.#seal.isSealed(runner, number)) || !(await endLine(runner, number))) return
    }
  }

  async #close(number: number): Promise<void> {
    const { runner, events, partitions } = this.#parts
    try {
      if (!(await closePartition(runner, number))) return
    } catch (error) {
      // an enqueue is open; it is tried again
      if ((error as { code?: unknown }).code === lockNotAvailable) return
      throw error
    }
    events.emit('partition.close', { partition: number })
    await partitions.tend()
  }

  /** On a connection of its own: to look through a partition takes its time, and a detach waits for others. */
  async #dropAll(due: readonly number[]): Promise<WaitReason[]> {
    const client = new pg.Client({
      connectionString: this.#parts.url,
      application_name: 'pawl retention',
      types: columnTypes,
    })
    client.on('error', () => {})
    await client.connect()
    this.#client = client
    const waits: WaitReason[] = []
    try {
      for (const number of due) {
        if (this.#closed) break
        const result = await this.#dropper.drop(client, number)
        this.#tell(number, result)
        if (result.kind === 'waits') waits.push(result.reason)
        // a detach that was begun must be ended before another one can begin
        if (result.kind === 'waits' && result.reason === 'readers') break
      }
    } catch (error) {
      if (!this.#closed) throw error
    } finally {
      this.#client = undefined
      await endClient(client)
    }
    return waits
  }

  #tell(partition: number, result: DropResult): void {
    const { events } = this.#parts
    if (result.kind !== 'waits') {
      this.#told.delete(partition)
      if (result.kind === 'dropped') events.emit('retention.drop', { partition })
      return
    }
    const { reason } = result
    if (this.#told.get(partition) === reason || (isMoment(reason) && this.#moments < patientLooks)) return
    this.#told.set(partition, reason)
    events.emit('retention.wait', { partition, reason })
  }

  /** What is not in partitions: dead letters that were decided on, and rows of jobs that are gone. */
  async #tidy(): Promise<void> {
    const { runner, settings } = this.#parts
    await this.#discardDead()
    await tidyDecided(runner, settings.keepMs)
    await tidyJobs(runner, this.#tidied)
  }

  async #discardDead(): Promise<void> {
    const { runner, events, settings } = this.#parts
    const { dead, deadOfQueues } = settings
    const queues = dead === undefined ? [...deadOfQueues.keys()] : (await laneNames(runner)).queues
    for (const queue of queues) {
      const retention = deadOfQueues.has(queue) ? deadOfQueues.get(queue) : dead
      if (retention === undefined) continue
      const count = await discardOldDead(runner, queue, retention)
      if (count > 0) events.emit('retention.discard', { queue, count })
    }
  }
}
