import type { DeadReason } from '../../src/job/dead-reason.ts'
import { isEnd, type JobEvent, type JobState, next } from '../../src/job/states.ts'
import type { LeaseRef } from '../../src/postgres/claim.ts'
import type { LaneKey } from '../../src/postgres/lanes.ts'

export type StartBefore = 'any time' | 'in time' | 'too late'

/** What the model believes of one job. */
export type ModelJob = {
  readonly id: number
  readonly priority: number
  readonly maxAttempts: number
  startBefore: StartBefore
  readonly replays: number | null
  state: JobState
  place: LaneKey['place']
  failures: number
  crashes: number
  deferrals: number
  /** Whether an attempt of it stands in its lane that no claim has passed; it may have been settled there. */
  inLine: boolean
  /** When that attempt got in line. Attempts of one statement share a time; null if its transaction committed late. */
  linedUpAt: number | null
  /** Its attempt that a worker has taken and nobody has settled. */
  taken: ModelAttempt | undefined
  /** What its attempts came to, oldest first. */
  readonly outcomes: string[]
  effects: number
  dead: { readonly reason: DeadReason; endedAs: 'replayed' | 'discarded' | null } | undefined
}

/** An attempt that a worker took. The worker keeps it when it is settled: it may try to settle it once more. */
export type ModelAttempt = {
  readonly job: ModelJob
  readonly pos: number
  readonly lease: LeaseRef
  readonly worker: ModelWorker
  /** Shown as running; else it was claimed ahead and no heartbeat has told that it runs. */
  started: boolean
}

export type ModelWorker = {
  readonly id: string
  readonly number: number
  readonly name: string
  claims: number
  lost: boolean
  readonly attempts: ModelAttempt[]
}

/** The ledger's state machine as plain data: what each job is, and what the workers hold. */
export class Model {
  readonly jobs = new Map<number, ModelJob>()
  /** Jobs of transactions that are still open: nobody else sees them. */
  readonly uncommitted: (ModelJob[] | undefined)[] = [undefined, undefined]
  /** Lost ones among them, who may come back as zombies. */
  readonly workers: ModelWorker[] = []
  #time = 0

  get live(): ModelWorker[] {
    return this.workers.filter((worker) => !worker.lost)
  }

  now(): number {
    return ++this.#time
  }

  inLine(): ModelJob[] {
    return [...this.jobs.values()].filter((job) => job.inLine)
  }

  isOpen(attempt: ModelAttempt): boolean {
    return attempt.job.taken === attempt
  }

  heldBy(worker: ModelWorker): ModelAttempt[] {
    return worker.attempts.filter((attempt) => this.isOpen(attempt))
  }

  open(): ModelAttempt[] {
    return this.workers.flatMap((worker) => this.heldBy(worker))
  }

  /** Something happened to a job. Its state must allow it: the table in src/job/states.ts decides. */
  happen(job: ModelJob, event: JobEvent): void {
    const state = next(job.state, event)
    if (state === undefined) throw new Error(`job ${job.id} is ${job.state}: ${event} cannot happen to it`)
    job.state = state
  }

  /** An attempt of the job got in line at the given place. */
  lineUp(job: ModelJob, place: LaneKey['place'], at: number | null = this.now()): void {
    job.place = place
    job.inLine = true
    job.linedUpAt = at
  }

  /** The attempt that a worker holds comes to an end; whoever settles it has run it, as far as others can see. */
  settle(attempt: ModelAttempt, event: JobEvent, outcome: string): void {
    const { job } = attempt
    if (job.state === 'pending') this.happen(job, 'start')
    this.happen(job, event)
    job.outcomes.push(outcome)
    job.taken = undefined
  }

  bury(job: ModelJob, reason: DeadReason): void {
    job.dead = { reason, endedAs: null }
  }

  allEnded(): boolean {
    return [...this.jobs.values()].every((job) => isEnd(job.state))
  }
}

export function newJob(
  spec: Pick<ModelJob, 'id' | 'priority' | 'maxAttempts' | 'startBefore' | 'state'> & { readonly replays?: number },
): ModelJob {
  return {
    replays: null,
    ...spec,
    place: 'line',
    failures: 0,
    crashes: 0,
    deferrals: 0,
    inLine: false,
    linedUpAt: null,
    taken: undefined,
    outcomes: [],
    effects: 0,
    dead: undefined,
  }
}
