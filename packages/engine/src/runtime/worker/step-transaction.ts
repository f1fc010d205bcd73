import { LeaseLostError, PawlError, TransactionControlError } from '../../errors.ts'
import type { Tx } from '../../job/job.ts'
import { markOwnConnection } from '../../postgres/own-connection.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import { insertStep, openingOfStep, stepStands } from '../../postgres/steps.ts'
import { transactFenced, UnknownCommitError } from '../../postgres/transact.ts'
import type { TransactionClients } from '../../postgres/transaction-clients.ts'
import type { Attempt } from './attempt.ts'
import type { StepWrites } from './step-writes.ts'

export type StepTransactionOptions = {
  readonly clients: TransactionClients
  readonly prepare: boolean
  readonly worker: () => SettlingWorker
  readonly idleMs: number
}

type Work<T> = {
  readonly run: (tx: Tx, runner: Runner) => Promise<T>
  /** Writes what is kept of it, in the same transaction. */
  readonly keep: (runner: Runner, value: T) => Promise<void>
  /** Whether it stands, asked when the connection broke while it was committed. */
  readonly stands: (runner: Runner) => Promise<boolean>
}

/** Runs a step whose rows and whose record are one transaction. `run` returns what JSON makes of what the step returned. */
export function transactStep(
  options: StepTransactionOptions,
  attempt: Attempt,
  writes: StepWrites,
  { name, run }: { readonly name: string; readonly run: (tx: Tx, runner: Runner) => Promise<string | undefined> },
): Promise<string | undefined> {
  return transactHeld(options, attempt, writes, {
    run,
    keep: (runner, text) => insertStep(runner, attempt, name, text),
    stands: (runner) => stepStands(runner, attempt, name),
  })
}

/** The same without a record. Whether it stands when its connection broke only its own rows can tell. */
export function transactUnrecorded<T>(
  options: StepTransactionOptions,
  attempt: Attempt,
  writes: StepWrites,
  run: (tx: Tx, runner: Runner) => Promise<T>,
): Promise<T> {
  return transactHeld(options, attempt, writes, {
    run,
    async keep() {},
    async stands(runner) {
      // no step has this name; it is asked for the lock, which waits until the lost transaction has ended
      await stepStands(runner, attempt, '')
      throw markOwnConnection(
        new PawlError(
          'commit-unknown',
          'connection lost during COMMIT: the transaction may or may not have been applied. Check before retrying',
        ),
      )
    },
  })
}

/** While it is open nobody takes its attempt away. */
async function transactHeld<T>(
  options: StepTransactionOptions,
  attempt: Attempt,
  writes: StepWrites,
  { run, keep, stands }: Work<T>,
): Promise<T> {
  const { clients, prepare, idleMs } = options
  const worker = options.worker()
  let value: T
  let isOver = false
  let written = () => {}
  const work = transactFenced(
    {
      clients,
      prepare,
      opening: () => openingOfStep(worker, attempt, idleMs),
    },
    async (client, runner) => {
      value = await run(client, runner)
      // nobody would end what begins now
      if (isOver) throw new LeaseLostError('the transaction of this step has ended: nothing of it is written')
      // from here on the attempt is not settled before it is known what became of this
      written = writes.begin()
      await keep(runner, value)
    },
  )
  try {
    if ((await work).kind === 'lost') writes.lost()
  } catch (error) {
    if (error instanceof TransactionControlError) attempt.abort(error)
    if (!(error instanceof UnknownCommitError)) throw error
    if (!(await writes.untilAnswered(stands))) throw error.cause
  } finally {
    isOver = true
    written()
  }
  return value!
}
