import type { Enqueued } from '../job/enqueued.ts'
import type { NewJob } from '../postgres/new-job.ts'
import type { EnqueueLimit } from './enqueue-limit.ts'

type Waiting = {
  readonly job: NewJob
  readonly resolve: (answer: Enqueued) => void
  readonly reject: (error: unknown) => void
  /** Since when, on the steady clock. */
  readonly since: number
}

/** Writes jobs that wait since then. */
type WriteSince = (jobs: readonly NewJob[], since: number) => Promise<readonly Enqueued[]>

const maxFlush = 1_000
const lockTimeout = '55P03'
const keyRetryMs = 100

/**
 * Gathers calls that come while an insert is under way into the next one. Each caller awaits its own durable commit, and one
 * caller's fault fails nobody else.
 */
export class EnqueueLine {
  readonly #write: WriteSince
  readonly #limit: EnqueueLimit
  readonly #onIdle: () => void
  #waiting: Waiting[] = []
  #isBusy = false
  /** When PostgreSQL last answered, on the steady clock. A long line that moves is no reason to give up its end. */
  #answeredAt = 0
  #settled: (() => void)[] = []

  /** `onIdle` is called when all is written, and those who were answered have not gone on to enqueue more. */
  constructor(write: WriteSince, limit: EnqueueLimit, onIdle: () => void = () => {}) {
    this.#write = write
    this.#limit = limit
    this.#onIdle = onIdle
  }

  add(job: NewJob, since = performance.now()): Promise<Enqueued> {
    return new Promise<Enqueued>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject, since })
      if (this.#isBusy) return
      this.#isBusy = true
      // gathers the calls that were made together: this comes when all that can go on without waiting has
      process.nextTick(this.#flush)
    })
  }

  async settled(): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#settled.push(resolve))
  }

  readonly #flush = (): void => {
    if (this.#waiting.length === 0) {
      this.#isBusy = false
      for (const resolve of this.#settled.splice(0)) resolve()
      this.#onIdle()
      return
    }
    const batch = this.#waiting.splice(0, maxFlush)
    this.#writeTogether(batch).then(() => process.nextTick(this.#flush))
  }

  #writeTogether(batch: readonly Waiting[]): Promise<void> {
    const jobs = batch.map(({ job }) => job)
    return this.#write(jobs, Math.max(batch[0]!.since, this.#answeredAt)).then(
      (answers) => {
        this.#answeredAt = performance.now()
        for (const [i, waiting] of batch.entries()) waiting.resolve(answers[i]!)
      },
      (error) => {
        if ('severity' in error) this.#answeredAt = performance.now()
        return this.#writeEach(batch, error)
      },
    )
  }

  /** An error of the connection is everybody's; what PostgreSQL refused is the fault of one, or waits for a key of one. */
  async #writeEach(batch: readonly Waiting[], error: unknown): Promise<void> {
    const code = String((error as { code?: unknown }).code)
    const [only] = batch
    if (batch.length === 1 && code === lockTimeout) this.#again(only!)
    else if (batch.length > 1 && (/^2[23]/.test(code) || code === lockTimeout)) {
      for (const waiting of batch) await this.#writeTogether([waiting])
    } else for (const { reject } of batch) reject(error)
  }

  /** A stranger's transaction is taking the same key. The others go first, and this one asks again. */
  #again({ job, resolve, reject, since }: Waiting): void {
    if (this.#limit.isOver(since)) reject(this.#limit.ofKey())
    else setTimeout(() => this.add(job, since).then(resolve, reject), keyRetryMs)
  }
}
