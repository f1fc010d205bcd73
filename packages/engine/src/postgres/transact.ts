import type pg from 'pg'
import { PawlError } from '../errors.ts'
import { clientRunner } from './client-runner.ts'
import { isConnectionLost } from './is-connection-lost.ts'
import { OpenWithFirst } from './open-with-first.ts'
import type { Opening } from './opening-query.ts'
import type { Runner } from './runner.ts'

export type FencedTransaction = {
  readonly pool: pg.Pool
  readonly prepare: boolean
  /**
   * Shows that the attempt is still ours, and bounds how long the transaction may be idle: a reclaim must not wait for ever for a
   * handler that left it open.
   */
  readonly opening: Opening
  /** Makes the error of one whose connection could not be had, or broke before COMMIT: nothing was written. */
  readonly lost?: (cause: unknown, broke: 'before' | 'inside') => Error
}

export type FencedResult<T> = { readonly kind: 'lost' } | { readonly kind: 'committed'; readonly value: T }

/** Thrown when the connection broke during COMMIT: nobody here knows whether it took effect. */
export class UnknownCommitError extends Error {}

/**
 * Runs a transaction that opens with the proof that the attempt is ours: it writes its outcome, or holds it. If another outcome
 * stands, or comes first, nothing at all is written. The opening leaves together with the first statement of `write`.
 */
export async function transactFenced<T>(
  options: FencedTransaction,
  write: (client: pg.PoolClient, runner: Runner) => Promise<T>,
): Promise<FencedResult<T>> {
  const { opening, prepare, lost = (cause: unknown) => cause } = options
  const client = await options.pool.connect().catch((error) => {
    throw isConnectionLost(error) ? lost(error, 'before') : error
  })
  let broken: Error | undefined
  let onError: (error: Error) => void = () => {}
  // its transaction has ended, whatever the handler still waits for inside of it
  const gone = new Promise<never>((_, reject) => {
    onError = (error) => {
      broken = error
      reject(error)
    }
  })
  gone.catch(() => {})
  client.on('error', onError)
  const transaction = new OpenWithFirst(client, opening, prepare)
  try {
    const value = await Promise.race([write(client, clientRunner(client, prepare)), gone])
    // the handler may have gone on without the answer to its first statement, or have run none
    if (!transaction.isOpen) await transaction.open()
    const { command } = await client.query('commit').catch((error) => {
      broken = error
      throw new UnknownCommitError('the connection broke during commit', { cause: error })
    })
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error
    if (command !== 'COMMIT') {
      throw new PawlError(
        'rolled-back',
        'a statement inside of the transaction had failed, so nothing was written; let its error out of the callback',
      )
    }
    return { kind: 'committed', value }
  } catch (error) {
    transaction.end()
    // it tells a broken connection from an error that only looks like one
    if (broken === undefined && transaction.hasBegun) await client.query('rollback').catch(onError)
    if (transaction.isLost && broken === undefined) return { kind: 'lost' }
    if (broken === undefined || error instanceof UnknownCommitError) throw error
    throw lost(error, transaction.hasRun ? 'inside' : 'before')
  } finally {
    transaction.end()
    client.off('error', onError)
    client.release(broken ?? transaction.isInDoubt)
  }
}
