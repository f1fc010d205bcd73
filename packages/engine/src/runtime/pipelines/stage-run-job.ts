import { PawlError } from '../../errors.ts'
import type { Job } from '../../job/job.ts'
import type { StageJob } from '../../pipeline/stage.ts'

/** A job as a stage gets it: the engine completes it, and follow-ups belong to that. */
export class StageRunJob implements StageJob {
  readonly #job: Job
  #writing = false

  constructor(job: Job) {
    this.#job = job
  }

  get id() {
    return this.#job.id
  }
  get type() {
    return this.#job.type
  }
  get queue() {
    return this.#job.queue
  }
  get version() {
    return this.#job.version
  }
  get attempt() {
    return this.#job.attempt
  }
  get maxAttempts() {
    return this.#job.maxAttempts
  }
  get createdAt() {
    return this.#job.createdAt
  }
  get trace() {
    return this.#job.trace
  }
  get alone() {
    return this.#job.alone
  }
  get signal() {
    return this.#job.signal
  }
  get log() {
    return this.#job.log
  }

  /** Runs the stage's `write`. */
  async write(write: () => Promise<unknown> | undefined): Promise<void> {
    this.#writing = true
    try {
      await write()
    } finally {
      this.#writing = false
    }
  }

  /** Of an item that was cancelled meanwhile nothing may be left, so it waits until the item is known to move on. */
  enqueue: Job['enqueue'] = (...args) => {
    if (this.#writing) return this.#job.enqueue(...args)
    return Promise.reject(outsideWrite())
  }
  enqueueMany: Job['enqueueMany'] = (...args) =>
    this.#writing ? this.#job.enqueueMany(...args) : Promise.reject(outsideWrite())
  dependencies: Job['dependencies'] = () => this.#job.dependencies()
  attempts: Job['attempts'] = () => this.#job.attempts()
  step = ((...args: Parameters<Job['step']>) => this.#job.step(...args)) as Job['step']
  transaction: Job['transaction'] = (write) => this.#job.transaction(write)
  sleepUntil: Job['sleepUntil'] = (...args) => this.#job.sleepUntil(...args)
  waitFor: Job['waitFor'] = (...args) => this.#job.waitFor(...args)
  fetch: Job['fetch'] = (...args) => this.#job.fetch(...args)
  progress: Job['progress'] = (value) => this.#job.progress(value)
  defer: Job['defer'] = (...args) => this.#job.defer(...args)
}

function outsideWrite(): PawlError {
  const message = 'a stage enqueues follow-ups in its `write`, where they are part of the move'
  return new PawlError('enqueue-outside-write', message)
}
