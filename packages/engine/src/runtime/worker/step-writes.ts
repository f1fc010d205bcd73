import { LeaseLostError, PawlError } from '../../errors.ts'
import { isAnswer } from '../../postgres/is-answer.ts'
import { findOwnConnection } from '../../postgres/own-connection.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'

export type StepWritesOptions = {
  readonly runner: Runner
  readonly worker: () => SettlingWorker
  readonly events: Events
  /** The process is closing its connections. */
  readonly isClosing: () => boolean
}

const retryMs = 200

/**
 * What the steps of one attempt write. Each write is repeated until PostgreSQL has answered, so that its fate is known; and
 * the attempt is not settled before that, so that no write of it can follow its own outcome.
 */
export class StepWrites {
  readonly #attempt: Attempt
  readonly #options: StepWritesOptions
  readonly #underWay = new Set<Promise<void>>()
  #closed = false

  constructor(attempt: Attempt, options: StepWritesOptions) {
    this.#attempt = attempt
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Writes what may be repeated. An answer of undefined or false means that the attempt is not ours any more. */
  async write<T>(run: (runner: Runner, worker: SettlingWorker) => Promise<T | undefined | false>): Promise<T> {
    const answer = await this.track(() => this.untilAnswered(run))
    return answer === undefined || answer === false ? this.lost() : answer
  }

  async track<T>(run: () => Promise<T>): Promise<T> {
    const end = this.begin()
    try {
      return await run()
    } finally {
      end()
    }
  }

  /** Lets the settlement of the attempt wait until what it returns is called. Refused when that has been decided. */
  begin(): () => void {
    if (this.#closed) throw new LeaseLostError('the attempt has ended: nothing more of it is written')
    let end = () => {}
    const done = new Promise<void>((resolve) => {
      end = resolve
    })
    this.#underWay.add(done)
    return () => {
      this.#underWay.delete(done)
      end()
    }
  }

  async untilAnswered<T>(run: (runner: Runner, worker: SettlingWorker) => Promise<T>): Promise<T> {
    const { runner, worker, events, isClosing } = this.#options
    for (;;) {
      try {
        return await run(runner, worker())
      } catch (error) {
        const lost = this.#attempt.abortReason instanceof LeaseLostError
        if (isAnswer(error) || error instanceof PawlError || lost || isClosing()) throw error
        this.#attempt.lackedConnection ??= findOwnConnection(error)
        events.emit('service.error', { service: 'steps', error, retryMs })
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  lost(): never {
    const error = new LeaseLostError()
    this.#attempt.abort(error)
    throw this.#attempt.abortReason ?? error
  }

  /** What the attempt came to is decided: nothing new begins, and what is under way comes to its end. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#underWay)
  }
}
