import type pg from 'pg'
import { LeaseLostError, TransactionControlError } from '../../errors.ts'
import { findOwnConnection } from '../../postgres/own-connection.ts'
import type { Runner } from '../../postgres/runner.ts'
import { findOutcomes, openingOfCommit, releaseKey, releaseSlot, type SettlingWorker } from '../../postgres/settle.ts'
import { transactFenced, UnknownCommitError } from '../../postgres/transact.ts'
import type { TransactionClients } from '../../postgres/transaction-clients.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'

export type CommitterOptions = {
  readonly clients: TransactionClients
  readonly prepare: boolean
  /** Another connection, to find out what became of a commit whose own one broke. */
  readonly runner: Runner
  readonly worker: () => SettlingWorker
  readonly events: Events
  readonly idleMs: number
  readonly fenced: boolean
}

const askAgainMs = 200

/** Writes a handler's rows, its follow-ups and its job's completion in one transaction. */
export class Committer {
  readonly #options: CommitterOptions

  constructor(options: CommitterOptions) {
    this.#options = options
  }

  async commit<T>(attempt: Attempt, write: (client: pg.PoolClient, runner: Runner) => Promise<T>): Promise<T> {
    if (attempt.abortReason !== undefined) throw attempt.abortReason
    const { clients, prepare, idleMs, fenced } = this.#options
    const worker = this.#options.worker()
    const { lease, pos } = attempt
    const fence = { worker, lease, pos, durationMs: performance.now() - attempt.startedAt!, idleMs, fenced }
    let written: { value: T } | undefined
    try {
      const result = await transactFenced(
        { clients, prepare, opening: (client) => openingOfCommit(fence, clients.hasSeen(client, lease.origin)) },
        async (client, runner) => {
          if (attempt.key !== undefined) await releaseKey(runner, attempt.jobPosition)
          written = { value: await write(client, runner) }
          if (attempt.group !== undefined) await releaseSlot(runner, attempt.jobPosition)
          return written.value
        },
      )
      if (result.kind === 'lost') return this.#lost(attempt)
      attempt.committed = true
      return result.value
    } catch (error) {
      if (error instanceof TransactionControlError) return await this.#controlled(attempt, worker, error)
      if (!(error instanceof UnknownCommitError) || written === undefined) throw error
      attempt.lackedConnection ??= findOwnConnection(error)
      if (!(await this.#stands(attempt, worker))) throw error.cause
      attempt.committed = true
      return written.value
    }
  }

  /** The callback's own COMMIT, where it was hidden from us, has completed the job as well. */
  async #controlled(attempt: Attempt, worker: SettlingWorker, error: TransactionControlError): Promise<never> {
    attempt.abort(error)
    if (await this.#stands(attempt, worker)) attempt.committed = true
    throw error
  }

  #lost(attempt: Attempt): never {
    const error = new LeaseLostError()
    attempt.abort(error)
    throw error
  }

  async #stands(attempt: Attempt, worker: SettlingWorker): Promise<boolean> {
    for (;;) {
      try {
        const [outcome] = await findOutcomes(this.#options.runner, [attempt.pos])
        return outcome?.kind === 'succeeded' && outcome.worker === worker.id
      } catch (error) {
        this.#options.events.emit('service.error', { service: 'commit', error, retryMs: askAgainMs })
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    }
  }
}
