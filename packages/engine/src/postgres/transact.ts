import type pg from 'pg'
import { PawlError } from '../errors.ts'
import { clientRunner } from './client-runner.ts'
import { isConnectionLostBelow } from './is-connection-lost.ts'
import { isPassing } from './is-passing.ts'
import { OpenWithFirst } from './open-with-first.ts'
import type { Opening } from './opening-query.ts'
import { findOwnConnection, markOwnConnection } from './own-connection.ts'
import type { Runner } from './runner.ts'
import type { TransactionClients } from './transaction-clients.ts'

export type FencedTransaction = {
  readonly clients: TransactionClients
  readonly prepare: boolean
  /**
   * Shows that the attempt is still ours, and bounds how long the transaction may be idle: a reclaim must not wait for ever for a
   * handler that left it open.
   */
  readonly opening: (client: pg.PoolClient) => Opening
}

export type FencedResult<T> = { readonly kind: 'lost' } | { readonly kind: 'committed'; readonly value: T }

/** The connection was lost during COMMIT: the transaction may or may not have been applied. */
export class UnknownCommitError extends Error {}

/**
 * Runs a transaction that opens with the proof that the attempt is ours: it writes its outcome, or holds it. If another outcome
 * stands, or comes first, nothing at all is written. The opening leaves together with the first statement of `write`. A `write` that
 * ends the transaction itself gets a TransactionControlError.
 */
export async function transactFenced<T>(
  options: FencedTransaction,
  write: (tx: pg.PoolClient, runner: Runner) => Promise<T>,
): Promise<FencedResult<T>> {
  const { clients, opening, prepare } = options
  const client = await clients.lend().catch((error) => {
    throw connectionLost(error, 'before')
  })
  const transaction = new OpenWithFirst(client, opening(client), prepare, clients.watchOf(client))
  const { tx } = transaction
  let value: T
  try {
    value = await Promise.race([write(tx, clientRunner(tx, prepare)), transaction.ruined])
    // the handler may have gone on without the answer to its first statement, or have run none
    await transaction.open()
  } catch (error) {
    const broke = transaction.hasRun ? 'inside' : 'before'
    // a statement may be answered with the end of its session before that has ended
    const isConnections = transaction.brokenBy !== undefined || isConnectionLostBelow(error)
    const brokenBy = await rollBack(clients, client, transaction)
    if (transaction.isLost) return { kind: 'lost' }
    if (transaction.controlError !== undefined) throw transaction.controlError
    if (brokenBy !== undefined && isConnections) throw connectionLost(error, broke, brokenBy)
    // the opening is a statement of ours: the handler is not to blame for what PostgreSQL lacks for it
    throw isPassing(transaction.failure) ? markOwnConnection(error) : error
  }
  transaction.end()
  await commit(clients, client, transaction)
  return { kind: 'committed', value }
}

async function commit(clients: TransactionClients, client: pg.PoolClient, transaction: OpenWithFirst): Promise<void> {
  const { command } = await clients
    .giveBackWith(client, () => transaction.commit())
    .catch((cause) => {
      // PostgreSQL has answered: a deferred constraint, for example, has rolled it back
      if (cause.severity === 'ERROR') throw cause
      throw new UnknownCommitError('the connection was lost during COMMIT', {
        cause: connectionLost(cause, 'inside'),
      })
    })
  if (transaction.controlError !== undefined) throw transaction.controlError
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error
  if (command === 'COMMIT') return
  throw new PawlError(
    'rolled-back',
    'a statement inside of the transaction had failed, so nothing was written; let its error out of the callback',
    { cause: transaction.statementError },
  )
}

/** `brokenBy`: what broke the connection, where `cause` is what followed from that. */
function connectionLost(cause: unknown, broke: 'before' | 'inside', brokenBy = cause): PawlError {
  if (findOwnConnection(markOwnConnection(brokenBy)) === undefined) {
    const limit = (brokenBy as Error).message
    const message = `PostgreSQL ended the transaction at a time limit (${limit}): nothing of it was written`
    return new PawlError('transaction-timeout', message, { cause: brokenBy })
  }
  const error =
    broke === 'before'
      ? new PawlError('no-connection', 'Pawl could not connect to PostgreSQL: the transaction did not begin', { cause })
      : new PawlError(
          'connection-lost',
          'Pawl lost its connection to PostgreSQL inside of the transaction: nothing of it was written, it may be tried again',
          { cause },
        )
  return markOwnConnection(error)
}

/** Undoes it, and gives its connection back. Returns what that broke by, if it has: an error may only look like that. */
async function rollBack(
  clients: TransactionClients,
  client: pg.PoolClient,
  transaction: OpenWithFirst,
): Promise<Error | undefined> {
  const { hasBegun } = transaction
  let { brokenBy } = transaction
  transaction.end()
  if (brokenBy === undefined && hasBegun) {
    await transaction.rollBack().catch((error) => {
      brokenBy = error
    })
  }
  clients.giveBack(client, brokenBy ?? transaction.isInDoubt)
  return brokenBy
}
