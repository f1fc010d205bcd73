import { isLeaseLost, type Opening } from '../../src/postgres/opening-query.ts'
import type { Runner } from '../../src/postgres/runner.ts'
import { type Fence, openingOfCommit, type SettlingWorker } from '../../src/postgres/settle.ts'
import { type AttemptRef, openingOfStep } from '../../src/postgres/steps.ts'

/** Whether job.commit would begin; in whatever transaction the runner is. */
export const passFence = (runner: Runner, fence: Fence) => opens(runner, openingOfCommit(fence))

/** The same for a step with a transaction of its own. */
export const holdAttempt = (runner: Runner, worker: SettlingWorker, of: AttemptRef, idleMs: number) =>
  opens(runner, openingOfStep(worker, of, idleMs))

async function opens(runner: Runner, { statement, values }: Opening): Promise<boolean> {
  try {
    await runner.run(statement, values)
    return true
  } catch (error) {
    if (isLeaseLost(error as Error)) return false
    throw error
  }
}
