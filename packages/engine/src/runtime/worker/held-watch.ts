import { CancelledError, LeaseLostError } from '../../errors.ts'
import type { Runner } from '../../postgres/runner.ts'
import { findOutcomes, lostLeases } from '../../postgres/settle.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'
import type { HeldAttempts } from './held-attempts.ts'
import type { WorkerIdentity } from './worker-identity.ts'

export type HeldWatchOptions = {
  readonly runner: Runner
  readonly held: HeldAttempts
  readonly identity: WorkerIdentity
  readonly events: Events
  readonly pollMs: number
}

/** Looks after what runs for longer: cancelled elsewhere, or its lease forgotten by a crash. */
export class HeldWatch {
  readonly #options: HeldWatchOptions
  #leasesInDoubt = false
  #published = new Set<Attempt>()

  constructor(options: HeldWatchOptions) {
    this.#options = options
  }

  /** The server may have forgotten claims: they are not synced. */
  doubtLeases(): void {
    this.#leasesInDoubt = true
  }

  async runOnce(now: number): Promise<number> {
    const { runner, held, identity, pollMs } = this.#options
    if (this.#leasesInDoubt && identity.isRegistered) {
      this.#leasesInDoubt = false
      const lost = await lostLeases(runner, identity.current.id, held.leases)
      if (lost.length > 0) held.lose(lost)
    }
    const long = held.running.filter(({ startedAt }) => now - startedAt! > pollMs)
    if (long.length > 0) {
      const standing = await findOutcomes(
        runner,
        long.map(({ pos }) => pos),
      )
      const foreign = standing.filter((outcome) => outcome.worker !== identity.current.id)
      this.abortCancelled(foreign.filter(({ kind }) => kind === 'cancelled').map(({ pos }) => pos))
      held.abort(new Set(foreign.map(({ pos }) => pos)), () => new LeaseLostError())
    }
    if (long.some((attempt) => !this.#published.has(attempt))) identity.beat()
    this.#published = new Set(long)
    return pollMs / 2
  }

  abortCancelled(positions: readonly number[]): void {
    const { held, events } = this.#options
    for (const attempt of held.abort(new Set(positions), () => new CancelledError())) {
      events.emit('job.abort', attempt.about)
    }
  }
}
