import { LeaseLostError } from '../../errors.ts'
import type { LeaseRef } from '../../postgres/claim.ts'
import type { Attempt, OpenLease } from './attempt.ts'
import type { Pool } from './pool.ts'

/** Everything that this worker holds just now: its open leases, and the attempts that run or wait in its pools. */
export class HeldAttempts {
  readonly #leases = new Set<OpenLease>()
  #pools: readonly Pool[] = []

  watch(pools: readonly Pool[]): void {
    this.#pools = pools
  }

  opened(lease: OpenLease): void {
    this.#leases.add(lease)
  }

  settled({ lease }: Attempt): void {
    lease.open--
    if (lease.open === 0) this.#leases.delete(lease)
  }

  get leases(): readonly LeaseRef[] {
    return [...this.#leases]
  }

  get running(): Attempt[] {
    return this.#pools.flatMap((pool) => [...pool.running])
  }

  /** What the slots of each pool do. */
  get tallies(): { queue: string; idle: number; busy: number; error: number }[] {
    return this.#pools.map((pool) => ({ queue: pool.options.queue, ...pool.tally }))
  }

  get busy(): boolean {
    return this.#pools.some((pool) => pool.busy)
  }

  /** Aborts those of these positions that are here. What waits in a buffer finds its abort when its turn comes. */
  abort(positions: ReadonlySet<number>, reason: () => Error): Attempt[] {
    const hit = this.#all.filter((attempt) => positions.has(attempt.pos) && attempt.abortReason === undefined)
    for (const attempt of hit) attempt.abort(reason())
    return hit
  }

  /** The leases are gone from the ledger: what was taken under them is no longer ours. */
  lose(lost: readonly LeaseRef[]): void {
    const gone = new Set(lost.map(({ lane, turn, claim }) => `${lane}:${turn}:${claim}`))
    const isGone = ({ lane, turn, claim }: LeaseRef) => gone.has(`${lane}:${turn}:${claim}`)
    for (const attempt of this.#all) if (isGone(attempt.lease)) attempt.abort(new LeaseLostError())
    for (const lease of this.#leases) if (isGone(lease)) this.#leases.delete(lease)
  }

  /** The worker was given up: nothing here is ours any more. */
  loseAll(): void {
    for (const attempt of this.running) attempt.abort(new LeaseLostError())
    for (const pool of this.#pools) pool.takeBuffer()
    this.#leases.clear()
  }

  get #all(): Attempt[] {
    return this.#pools.flatMap((pool) => [...pool.running, ...pool.waiting])
  }
}
