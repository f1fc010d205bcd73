import type { Tracing } from '../../job/tracing.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptRunner } from './attempt-runner.ts'
import { BatchMember } from './batch-member.ts'
import { runEnd } from './run-end.ts'
import type { Settlement } from './settlement.ts'

export type BatchRun = {
  /** What each of the attempts came to, in their order; each when it is known. */
  readonly settlements: readonly Promise<Settlement>[]
  hasReturned(): boolean
}

/** Runs a handler that takes several jobs. What each of them comes to is decided as if it had run alone. */
export class BatchRunner {
  readonly #attempts: AttemptRunner
  readonly #tracing: Tracing | undefined

  constructor(attempts: AttemptRunner, tracing?: Tracing) {
    this.#attempts = attempts
    this.#tracing = tracing
  }

  run(attempts: readonly Attempt[]): BatchRun {
    const members = attempts.map((attempt) => [attempt, new BatchMember()] as const)
    const settlements = members.map(([attempt, { handled }]) => this.#attempts.settle(attempt, handled))
    const span = this.#tracing?.runBatch(attempts.map((attempt) => attempt.toTrace))
    if (span !== undefined) {
      for (const attempt of attempts) attempt.runTraceId = span.traceId
      for (const settlement of settlements) void settlement.then((settled) => span.end(runEnd(settled)))
    }
    let done = false
    const handled = span === undefined ? this.#handle(members) : span.within(() => this.#handle(members))
    void handled.finally(() => {
      done = true
    })
    return { settlements, hasReturned: () => done }
  }

  async #handle(members: readonly (readonly [Attempt, BatchMember])[]): Promise<void> {
    const begun = await Promise.all(members.map(([attempt, member]) => this.#begin(attempt, member)))
    const jobs = begun.filter((member) => member !== undefined)
    if (jobs.length === 0) return
    try {
      await members[0]![0].definition.runBatch!(jobs)
      for (const job of jobs) job.succeed()
    } catch (error) {
      for (const job of jobs) job.fail(error)
    }
  }

  /** A body that cannot be read is its own job's failure, and the others run without it. */
  async #begin(attempt: Attempt, member: BatchMember): Promise<BatchMember | undefined> {
    try {
      member.begin(await this.#attempts.begin(attempt))
      return member
    } catch (error) {
      member.fail(error)
      return undefined
    }
  }
}
