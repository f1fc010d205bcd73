import type { PhaseDefinition } from '../../pipeline/phase.ts'
import {
  describeProgress,
  isProgressDue,
  noCounts,
  type PhaseCounts,
  type PhaseProgress,
} from '../../pipeline/phase-progress.ts'

/** What a batch adds. */
export type Counted = { readonly done: number; readonly failed: number; readonly new: number }

/** What a pass has counted, and how much of that is written. */
export class PhaseTally {
  readonly #phase: PhaseDefinition
  readonly #since = performance.now()
  #counts: PhaseCounts = noCounts
  /** Rows that were dealt with here: what the rate goes by. */
  #worked = 0
  #written = { rows: 0, at: performance.now() }

  constructor(phase: PhaseDefinition) {
    this.#phase = phase
  }

  get counts(): PhaseCounts {
    return this.#counts
  }

  /** Something was counted that is not written. */
  get isBehind(): boolean {
    return this.#worked > this.#written.rows
  }

  get progress(): PhaseProgress {
    return this.#describe(this.#counts, this.#worked)
  }

  begin(counts: PhaseCounts): void {
    this.#counts = counts
  }

  isDue(rows: number): boolean {
    return isProgressDue(this.#worked + rows - this.#written.rows, performance.now() - this.#written.at)
  }

  /** How it will be once this batch is written. */
  after(batch: Counted): PhaseProgress {
    return this.#describe(plus(this.#counts, batch), this.#worked + batch.done + batch.failed)
  }

  add(batch: Counted): void {
    this.#counts = plus(this.#counts, batch)
    this.#worked += batch.done + batch.failed
  }

  wrote(): void {
    this.#written = { rows: this.#worked, at: performance.now() }
  }

  skip(skipped: number): void {
    if (skipped > this.#counts.skipped) this.#counts = { ...this.#counts, skipped }
  }

  /** What is left uncounted was done by somebody else. */
  finish(): void {
    const { done, failed, skipped, total } = this.#counts
    if (total !== null) this.#counts = { ...this.#counts, total: done + failed + skipped }
  }

  #describe(counts: PhaseCounts, rows: number): PhaseProgress {
    return describeProgress(this.#phase, counts, { rows, ms: performance.now() - this.#since })
  }
}

function plus(from: PhaseCounts, batch: Counted): PhaseCounts {
  const [done, failed] = [from.done + batch.done, from.failed + batch.failed]
  const total = from.total === null ? null : Math.max(from.total, done + failed)
  return { done, failed, new: from.new + batch.new, skipped: from.skipped, total }
}
