import type { Tx } from '../../job/job.ts'
import type { Runner } from '../runner.ts'

/** A runner in the shape of a transaction, for functions of the user that ask in it, whatever library it came from. */
export function runnerTx(runner: Runner): Tx {
  return {
    async query(text, values = []) {
      const rows = await runner.run({ name: '', text }, values)
      return { rows, rowCount: rows.length }
    },
  }
}
