import type pg from 'pg'
import { clientRunner } from '../postgres/client-runner.ts'
import { detach } from '../postgres/detach.ts'
import {
  type Attached,
  attachedTables,
  carryLanes,
  dropPartition,
  leasedInPartition,
  lookAtPartitions,
  moveWaiting,
  type OpenAttempt,
  openAmong,
  openInPartition,
} from '../postgres/partitions.ts'
import { keepEndings } from '../postgres/retention.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'
import type { LaneBook } from './lane-book.ts'
import type { Seal } from './seal.ts'

/**
 * Why a partition cannot go yet. writers: a transaction is open that may still write to it. running: a worker has a job of it.
 * claims: lanes were being claimed from. readers: a transaction reads the ledger.
 */
export type WaitReason = 'writers' | 'running' | 'claims' | 'readers'

export type DropResult = { readonly kind: 'dropped' | 'gone' } | { readonly kind: 'waits'; readonly reason: WaitReason }

export type PartitionDropperOptions = {
  readonly lanes: LaneBook
  readonly events: Events
  readonly seal: Seal
  /** Ends a detach that waits for too long, while the client waits with it. */
  readonly other: Runner
  /** How long a drop waits for others before it is tried again. */
  readonly patienceMs: number
}

const page = 1_000
const everything = 2_147_483_647
const lockNotAvailable = '55P03'

/**
 * Drops one partition after the other, in steps that can be repeated by anybody: a process that dies half-way leaves the rest to
 * the next one. First what waits is moved out and the lanes' cursors are carried forward; only then anything is detached.
 */
export class PartitionDropper {
  readonly #options: PartitionDropperOptions
  /** By partition: what had not ended when it was last looked at. It can only become less. */
  readonly #open = new Map<number, readonly number[]>()
  /** By partition: some of what was leased in its time and had not ended. */
  readonly #leased = new Map<number, readonly number[]>()

  constructor(options: PartitionDropperOptions) {
    this.#options = options
  }

  async drop(client: pg.Client, number: number): Promise<DropResult> {
    const runner = clientRunner(client, false)
    const attached = await attachedTables(runner, number)
    try {
      return await this.#drop(client, runner, number, attached)
    } catch (error) {
      // another process was faster, and a table went while we were looking at it
      const { partitions } = await lookAtPartitions(runner)
      if (partitions.some((partition) => partition.number === number)) throw error
      this.#forget(number)
      return { kind: 'gone' }
    }
  }

  async #drop(client: pg.Client, runner: Runner, number: number, attached: readonly Attached[]): Promise<DropResult> {
    // attempts are detached last of all checks and first of all tables: without them the checks have been made
    if (attached.some(({ name }) => name === 'attempt')) {
      const reason = await this.#empty(runner, number)
      if (reason !== undefined) return { kind: 'waits', reason }
    }
    for (let rest = attached; rest.length > 0; rest = await attachedTables(runner, number)) {
      const { other, patienceMs } = this.#options
      if (!(await detach(client, other, rest[0]!.detach, patienceMs))) return { kind: 'waits', reason: 'readers' }
    }
    // nobody can write to it now: what has slipped through all the checks is found here
    const open = await openInPartition(runner, number, -1, everything)
    const dropped = await dropPartition(runner, number, open)
    this.#forget(number)
    if (!dropped) return { kind: 'gone' }
    for (const position of open) {
      this.#options.events.emit('sweep.repair', { kind: 'partition', what: `position ${position}` })
    }
    return { kind: 'dropped' }
  }

  #forget(number: number): void {
    this.#options.seal.forget(number)
    this.#open.delete(number)
    this.#leased.delete(number)
  }

  /** Makes sure that nothing of it is needed any more. Returns what is in the way. */
  async #empty(runner: Runner, number: number): Promise<WaitReason | undefined> {
    if (!(await this.#options.seal.isSealed(runner, number))) return 'writers'
    if (!(await this.#moveWaiting(runner, number))) return 'running'
    if (!(await carryLanes(runner, number))) return 'claims'
    if (!(await this.#leasesEnded(runner, number))) return 'running'
    await keepEndings(runner, number)
    return undefined
  }

  /** False: workers have taken something of it. A partition is read once: what had ended then has ended. */
  async #moveWaiting(runner: Runner, number: number): Promise<boolean> {
    const before = this.#open.get(number)
    const still: number[] = []
    let moved = 0
    for (let after = -1, more = true; more; ) {
      const positions = before ?? (await openInPartition(runner, number, after, page))
      const attempts = await openAmong(runner, positions)
      moved += await this.#move(runner, number, attempts)
      still.push(...positionsOf(await openAmong(runner, positionsOf(attempts))))
      more = before === undefined && positions.length === page
      after = positions.at(-1) ?? after
    }
    this.#open.set(number, still)
    if (moved > 0) this.#options.events.emit('retention.move', { partition: number, count: moved })
    return still.length === 0
  }

  /** False: a lease of its time is needed to settle what is in a later one. */
  async #leasesEnded(runner: Runner, number: number): Promise<boolean> {
    const before = this.#leased.get(number)
    if (before !== undefined && (await openAmong(runner, before)).length > 0) return false
    const open = before?.length === 0 ? before : await leasedInPartition(runner, number, page)
    this.#leased.set(number, open)
    return open.length === 0
  }

  async #move(runner: Runner, number: number, attempts: readonly OpenAttempt[]): Promise<number> {
    let moved = 0
    const waiting = attempts.filter(({ leased }) => !leased)
    for (const id of new Set(waiting.map(({ lane }) => lane.id))) {
      const ofLane = waiting.filter(({ lane }) => lane.id === id)
      const { lane } = ofLane[0]!
      const front = lane.place === 'line' ? await this.#options.lanes.at('front', lane) : lane
      moved += await moveWaiting(runner, number, id, front.id, positionsOf(ofLane)).catch(unlessHeld)
    }
    return moved
  }
}

function positionsOf(attempts: readonly OpenAttempt[]): number[] {
  return attempts.map(({ pos }) => pos)
}

/** A claim holds the lane for unusually long: the next round comes soon. */
function unlessHeld(error: unknown): number {
  if ((error as { code?: unknown }).code === lockNotAvailable) return 0
  throw error
}
