import type { JobDefinition } from '../../job/job-definition.ts'
import type { Claimed } from '../../postgres/claim.ts'
import type { ClaimOrigin } from '../../postgres/steady-sessions.ts'
import type { Events } from '../events.ts'
import { Attempt, type OpenLease } from './attempt.ts'
import type { KnownLanes } from './known-lanes.ts'
import type { Pool } from './pool.ts'

export type IntakeOptions = {
  readonly lanes: KnownLanes
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly events: Events
  readonly onLease: (lease: OpenLease) => void
  /** Claimed, and settled already: it was cancelled in line, or parked because its group is full. */
  readonly onSettledInLine: (attempt: Attempt) => void
}

/** Makes attempts of what came, and gives them to their pool. */
export class Intake {
  readonly #options: IntakeOptions
  /** When attempts were last given to a pool. */
  offeredAt = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  definition(lane: number): JobDefinition {
    const { definitions, lanes } = this.#options
    return definitions.get(lanes.get(lane).type)!
  }

  /** From here on they are held. */
  attempts({ lease, attempts, pass }: Claimed, origin?: ClaimOrigin): Attempt[] {
    const open: OpenLease = { ...lease, origin, open: attempts.length }
    const lane = this.#options.lanes.get(lease.lane)
    const definition = this.definition(lane.id)
    const now = performance.now()
    this.#options.onLease(open)
    return attempts.map((row) => new Attempt(row, definition, lane, open, now, row.parked ? undefined : pass))
  }

  /** Tells of what came for a pool. `free`: how many of its slots were. Those that are to run are the answer. */
  open(attempts: readonly Attempt[], { queue, free }: { readonly queue: string; readonly free: number }): Attempt[] {
    const { events } = this.#options
    if (attempts.length > 0 && events.heard('job.claim')) {
      const ahead = Math.max(0, attempts.length - free)
      events.emit('job.claim', { count: attempts.length, ahead, queue })
    }
    return attempts.filter((attempt) => this.isOpen(attempt))
  }

  offer(pool: Pool, attempts: readonly Attempt[]): void {
    if (attempts.length === 0) return
    this.offeredAt = performance.now()
    pool.offer(attempts)
  }

  isOpen(attempt: Attempt): boolean {
    const { settled, parked } = attempt.row
    if (!settled && !parked) return true
    this.#options.onSettledInLine(attempt)
    if (parked) this.#options.events.emit('job.park', { ...attempt.about, group: attempt.group! })
    return false
  }
}
