import { PawlError } from '../../errors.ts'
import { errorRecord } from '../../job/error-record.ts'
import type { Job } from '../../job/job.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import type { PhaseCounts, PhaseProgress } from '../../pipeline/phase-progress.ts'
import { Standstill } from '../../pipeline/standstill.ts'
import type { Runner } from '../../postgres/runner.ts'
import {
  beginPhase,
  findFailures,
  findPhase,
  forgetFailures,
  type KnownFailure,
  noteFailures,
  type PhaseRef,
  seeFailures,
  tidyFailures,
  writePhase,
} from '../../postgres/runs.ts'
import { transactionRunner } from '../../postgres/transactions/transaction-runner.ts'
import type { Events } from '../events.ts'
import { countUndone } from './count-undone.ts'
import { isNoRowsFault } from './is-no-rows-fault.ts'
import type { Patience } from './patience.ts'
import { PhaseTally } from './phase-tally.ts'
import { readPage } from './read-page.ts'
import { type DoneRow, type FailedRow, failuresOf, type KeyedRow, workOnRows } from './work-on-rows.ts'

export type PhasePassOptions = {
  readonly job: Job
  readonly events: Events
  readonly pipeline: string
  readonly subject: string
  readonly run: number
  readonly place: number
  readonly phase: PhaseDefinition
  readonly context: PhaseContext
  readonly patience: Patience
  /** Stop after the first batch that was written. */
  readonly once: boolean
  /** Writes how far it came when the attempt may write nothing any more, as far as no other one has taken over. */
  readonly farewell: (phase: string, progress: PhaseProgress) => Promise<void>
}

/** So often the first page may be the same: somebody else can have made its rows undone anew. */
const sameFirstPages = 3

export type PhaseEnd = { readonly finished: boolean; readonly counts: PhaseCounts }

/** Goes through one phase of a run until nothing is left, a batch at a time. It remembers no more than a batch. */
export class PhasePass {
  readonly #options: PhasePassOptions
  readonly #ref: PhaseRef
  readonly #tally: PhaseTally
  readonly #firstPages: Standstill

  constructor(options: PhasePassOptions) {
    this.#options = options
    const { pipeline, subject, phase } = options
    this.#ref = { pipeline, subject, phase: phase.name }
    this.#tally = new PhaseTally(phase)
    this.#firstPages = new Standstill(phase.name, sameFirstPages)
  }

  async go(): Promise<PhaseEnd> {
    const { events, patience } = this.#options
    const { finished, counts } = await patience.untilThere(() => this.#begin())
    if (finished) return { finished, counts }
    this.#tally.begin(counts)
    events.emit('phase.start', { ...this.#about, total: counts.total })
    this.#report()
    const worked = await this.#passUntilDone()
    if (worked === 'stopped') return { finished: false, counts: this.#tally.counts }
    await patience.untilThere(() => this.#finish())
    this.#report()
    events.emit('phase.end', { ...this.#tally.progress, ...this.#about })
    return { finished: true, counts: this.#tally.counts }
  }

  get #about() {
    const { pipeline, subject, run } = this.#options
    return { pipeline, subject, run, phase: this.#ref.phase }
  }

  #begin(): Promise<PhaseEnd> {
    const { job, run, place, phase, subject, context } = this.#options
    return job.transaction(async (tx) => {
      const runner = transactionRunner(tx)
      const known = await findPhase(runner, run, phase.name)
      if (known?.finished === true) return known
      const undone = await countUndone(phase, tx, subject, context)
      return { finished: false, counts: await beginPhase(runner, run, place, phase, undone) }
    })
  }

  #finish(): Promise<void> {
    const { job, run } = this.#options
    this.#tally.finish()
    return job.transaction(async (tx) => {
      const runner = transactionRunner(tx)
      await tidyFailures(runner, this.#ref, run)
      await writePhase(runner, run, this.#ref.phase, this.#tally.progress, true)
    })
  }

  async #passUntilDone(): Promise<'done' | 'stopped'> {
    try {
      for (let left = this.#options.phase.passes; left > 0; left--) {
        const worked = await this.#passOnce()
        // rows that came behind the cursor are found by another pass; what failed in this run is left alone in it
        if (worked === 0) return 'done'
        if (worked !== 'stopped') continue
        await this.#leave()
        return worked
      }
      return 'done'
    } catch (error) {
      await this.#leave()
      throw error
    }
  }

  /** The attempt ends before the phase does: the next one goes on from what this one has counted. */
  async #leave(): Promise<void> {
    const { job, run, context, farewell } = this.#options
    if (!this.#tally.isBehind) return
    this.#report()
    const { progress } = this.#tally
    const { phase } = this.#ref
    const written = context.signal.aborted
      ? farewell(phase, progress)
      : job.transaction((tx) => writePhase(transactionRunner(tx), run, phase, progress, false))
    // why it ends is more important than that this could not be written
    await written.catch(() => {})
  }

  async #passOnce(): Promise<number | 'stopped'> {
    const { phase, context, patience } = this.#options
    let [after, worked, skipped]: [string | null, number, number] = [null, 0, 0]
    let pages = new Standstill(phase.name)
    for (let first = true; ; first = false) {
      context.signal.throwIfAborted()
      const { rows, next, failures } = await patience.untilThere(() => this.#read(after))
      if (next === null) return worked
      pages.see(rows.length === 0 ? [next] : rows.map(({ key }) => key))
      const { open, givenUp } = this.#sort(rows, failures)
      // those that fail stay undone: only what is worked on again and again stands still
      if (first && open.length > 0) this.#firstPages.see(open.map(({ key }) => key))
      if (open.length > 0) {
        const { done, failed, stopped } = await workOnRows(phase, open, context)
        if (!(await this.#write(done, failed, failures))) {
          // the connection broke: these rows are looked for again, as nobody knows what became of them
          pages = new Standstill(phase.name)
          continue
        }
        if (stopped !== undefined) throw stopped.reason
        worked += open.length
        if (this.#options.once) return 'stopped'
      }
      skipped += givenUp
      this.#tally.skip(skipped)
      after = next
    }
  }

  #read(after: string | null) {
    const { job, phase, subject, context, run } = this.#options
    return job.transaction(async (tx) => {
      const { rows, next } = await readPage(phase, tx, subject, after, context)
      const keys = rows.map(({ key }) => key)
      const runner = transactionRunner(tx)
      const known = keys.length === 0 ? [] : await findFailures(runner, this.#ref, keys)
      const unseen = known.filter(({ seenRun }) => seenRun !== run).map(({ key }) => key)
      if (unseen.length > 0) await seeFailures(runner, this.#ref, run, unseen)
      return { rows, next, failures: new Map(known.map((failure) => [failure.key, failure])) }
    })
  }

  /** Rows to work on. Those that failed in this run wait for the next, and those that failed too often for a person. */
  #sort(rows: readonly KeyedRow[], failures: ReadonlyMap<string, KnownFailure>) {
    const { run, phase } = this.#options
    const open: KeyedRow[] = []
    let givenUp = 0
    for (const row of rows) {
      const failure = failures.get(row.key)
      if (failure?.runId === run) continue
      if (failure !== undefined && failure.failures >= phase.maxFailures) givenUp++
      else open.push(row)
    }
    return { open, givenUp }
  }

  /** False: the connection broke, and nobody knows whether it was written. */
  async #write(
    done: readonly DoneRow[],
    failed: readonly FailedRow[],
    failures: ReadonlyMap<string, KnownFailure>,
  ): Promise<boolean> {
    try {
      return await this.#options.patience.untilThere(() => this.#writeBatch(done, failed, failures))
    } catch (error) {
      if (done.length === 0 || isNoRowsFault(error)) throw error
      if (done.length === 1) return this.#write([], [...failed, { key: done[0]!.key, error }], failures)
    }
    // one of them cannot be written: each alone, so that the others are
    for (const row of done) if (!(await this.#write([row], [], failures))) return false
    return failed.length === 0 || this.#write([], failed, failures)
  }

  async #writeBatch(
    done: readonly DoneRow[],
    failed: readonly FailedRow[],
    failures: ReadonlyMap<string, KnownFailure>,
  ): Promise<boolean> {
    const { job, phase, context, run, events } = this.#options
    const isDue = this.#tally.isDue(done.length + failed.length)
    let counted = { done: done.length, failed: failed.length, new: 0 }
    try {
      await job.transaction(async (tx) => {
        const runner = transactionRunner(tx)
        const batch = done.map(({ row, result }) => ({ row, result }))
        const said = done.length === 0 ? undefined : await phase.write(tx, batch, context)
        await this.#writeFailures(runner, failed)
        const mended = done.filter(({ key }) => failures.has(key)).map(({ key }) => key)
        if (mended.length > 0) await forgetFailures(runner, this.#ref, mended)
        counted = { ...counted, new: newOf(said) }
        if (isDue) await writePhase(runner, run, phase.name, this.#tally.after(counted), false)
      })
    } catch (error) {
      if (error instanceof PawlError && error.code === 'commit-unknown') return false
      throw error
    }
    this.#tally.add(counted)
    for (const { key, error } of failed) events.emit('phase.failure', { ...this.#about, key, error })
    if (isDue) {
      this.#tally.wrote()
      this.#report()
    }
    return true
  }

  async #writeFailures(runner: Runner, failed: readonly FailedRow[]): Promise<void> {
    const { phase, run } = this.#options
    if (failed.length === 0) return
    const records = failed.map(({ key, error }) => ({
      ...{ key, error: errorRecord(error), counts: failuresOf(error, phase.maxFailures) },
    }))
    await noteFailures(runner, this.#ref, run, records)
  }

  #report(): void {
    const { job, events } = this.#options
    const progress = { ...this.#tally.progress, ...this.#about }
    job.progress(progress)
    events.emit('phase.progress', progress)
  }
}

function newOf(said: unknown): number {
  const fresh = (said as { new?: unknown } | null | undefined)?.new
  return typeof fresh === 'number' && Number.isInteger(fresh) && fresh >= 0 ? fresh : 0
}
