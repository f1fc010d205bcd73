import type { AttemptView } from '../../job/attempt-view.ts'
import type { BatchJob } from '../../job/batch-job.ts'
import { Deferral } from '../../job/deferral.ts'
import type { EndedDependency } from '../../job/dependency.ts'
import type { Enqueued } from '../../job/enqueued.ts'
import type { Job, JobLog, Tx } from '../../job/job.ts'
import type { JobId } from '../../job/job-id.ts'

/** One job of a batch, as its handler gets it, and what the handler says of it: `handled` is as if it had run alone. */
export class BatchMember implements BatchJob {
  readonly handled: Promise<unknown>
  #succeed: (result: unknown) => void = () => {}
  #fail: (error: unknown) => void = () => {}
  #job: Job | undefined

  constructor() {
    this.handled = new Promise((resolve, reject) => {
      this.#succeed = resolve
      this.#fail = reject
    })
  }

  /** Its body has been read: this is what it can do. */
  begin(job: Job): void {
    this.#job = job
  }

  get #inner(): Job {
    if (this.#job === undefined) throw new TypeError('a member of a batch that has not begun')
    return this.#job
  }

  get id(): JobId {
    return this.#inner.id
  }
  get type(): string {
    return this.#inner.type
  }
  get queue(): string {
    return this.#inner.queue
  }
  get version(): number {
    return this.#inner.version
  }
  get body(): unknown {
    return this.#inner.body
  }
  get attempt(): number {
    return this.#inner.attempt
  }
  get maxAttempts(): number {
    return this.#inner.maxAttempts
  }
  get createdAt(): Date {
    return this.#inner.createdAt
  }
  get trace(): string | undefined {
    return this.#inner.trace
  }
  get signal(): AbortSignal {
    return this.#inner.signal
  }
  get log(): JobLog {
    return this.#inner.log
  }

  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#inner.commit(write)
  }

  enqueue(...args: Parameters<Job['enqueue']>): Promise<Enqueued> {
    return this.#inner.enqueue(...args)
  }

  enqueueMany(...args: Parameters<Job['enqueueMany']>): Promise<Enqueued[]> {
    return this.#inner.enqueueMany(...args)
  }

  fetch(...args: Parameters<Job['fetch']>): ReturnType<Job['fetch']> {
    return this.#inner.fetch(...args)
  }

  dependencies(): Promise<readonly EndedDependency[]> {
    return this.#inner.dependencies()
  }

  attempts(): Promise<readonly AttemptView[]> {
    return this.#inner.attempts()
  }

  progress(value: unknown): void {
    this.#inner.progress(value)
  }

  succeed(result?: unknown): void {
    this.#succeed(result)
  }

  fail(error: unknown): void {
    this.#fail(error)
  }

  defer(delayMs: number, reason = 'deferred by its handler'): void {
    this.#succeed(new Deferral(delayMs, reason))
  }
}
