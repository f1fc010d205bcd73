import type pg from 'pg'
import type { Tx } from '../../job/job.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import { holdAttempt, insertStep, stepStands } from '../../postgres/steps.ts'
import { transactFenced, UnknownCommitError } from '../../postgres/transact.ts'
import type { Attempt } from './attempt.ts'
import type { StepWrites } from './step-writes.ts'

export type StepTransactionOptions = {
  readonly pool: pg.Pool
  readonly prepare: boolean
  readonly worker: () => SettlingWorker
  readonly idleMs: number
}

type Work = {
  readonly name: string
  /** The step's function, and what JSON makes of what it returned. */
  readonly run: (tx: Tx, runner: Runner) => Promise<string | undefined>
}

/** Runs a step whose rows and whose record are one transaction. While it is open nobody takes its attempt away. */
export async function transactStep(
  options: StepTransactionOptions,
  attempt: Attempt,
  writes: StepWrites,
  { name, run }: Work,
): Promise<string | undefined> {
  const { pool, prepare, idleMs } = options
  const worker = options.worker()
  let text: string | undefined
  let written = () => {}
  const work = transactFenced(
    {
      ...{ pool, prepare, worker, idleMs, lease: attempt.lease, pos: attempt.pos, fenced: true },
      pass: (runner) => holdAttempt(runner, worker, attempt),
    },
    async (client, runner) => {
      text = await run(client, runner)
      // from here on the attempt is not settled before it is known what became of this
      written = writes.begin()
      await insertStep(runner, attempt, name, text)
    },
  )
  try {
    if ((await work).kind === 'lost') writes.lost()
  } catch (error) {
    if (!(error instanceof UnknownCommitError)) throw error
    if (!(await writes.untilAnswered((runner) => stepStands(runner, attempt, name)))) throw error.cause
  } finally {
    written()
  }
  return text
}
