import { PawlError } from '../errors.ts'
import { isAnswer } from '../postgres/is-answer.ts'
import { markOwnConnection } from '../postgres/own-connection.ts'

export const defaultEnqueueTimeoutMs = 30_000

/** The time limit of an enqueue. PostgreSQL may be frozen, or the network may lose what is sent: then no answer comes at all. */
export class EnqueueLimit {
  readonly #ms: number
  /** How many connections were closed. */
  #drops = 0

  constructor(ms: number) {
    this.#ms = ms
  }

  isOver(since: number): boolean {
    return performance.now() - since >= this.#ms
  }

  /** Waits for the insert of jobs, the first of which waits since then. `drop` closes the connection that does not answer. */
  ofInsert<T>(insert: Promise<T>, since: number, drop: () => void): Promise<T> {
    return this.#within(
      insert,
      since,
      drop,
      'the job may or may not have been enqueued. Look for it before you enqueue it again, or give it a key',
    )
  }

  /** Waits for the lane of a job. */
  ofLane<T>(look: Promise<T>, drop: () => void): Promise<T> {
    return this.#within(look, performance.now(), drop, 'the job was not enqueued')
  }

  ofKey(): PawlError {
    return this.#error('another transaction holds its key, so the job was not enqueued')
  }

  #within<T>(work: Promise<T>, since: number, drop: () => void, state: string): Promise<T> {
    const dropsBefore = this.#drops
    return new Promise((resolve, reject) => {
      const fail = () => reject(markOwnConnection(this.#error(`PostgreSQL has not answered: ${state}`)))
      const late = () => {
        this.#drops++
        drop()
        fail()
      }
      const timer = setTimeout(late, Math.max(0, since + this.#ms - performance.now()))
      const failed = (error: unknown) => {
        // another call was late, and closed the connection of this one
        if (this.#drops > dropsBefore && !isAnswer(error)) fail()
        else reject(error)
      }
      work.then(resolve, failed).finally(() => clearTimeout(timer))
    })
  }

  #error(state: string): PawlError {
    return new PawlError('enqueue-timeout', `enqueue took longer than ${this.#ms} ms (enqueueTimeoutMs): ${state}`)
  }
}
