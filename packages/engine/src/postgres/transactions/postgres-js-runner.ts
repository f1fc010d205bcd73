import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'
import { idsRows } from './ids-rows.ts'

type TransactionSql = {
  unsafe(
    text: string,
    values: (string | null)[],
    options: { prepare: boolean },
  ): { values(): Promise<readonly unknown[][]> }
}

/**
 * The `sql` that `sql.begin` and `sql.savepoint` hand out, or a connection from `sql.reserve`, which like a client of `pg`
 * does not say whether a transaction is open.
 */
export function postgresJsRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, 'unsafe', 'savepoint') && !hasMethods(tx, 'unsafe', 'release')) return undefined
  const sql = tx as unknown as TransactionSql
  return {
    onlyIds: true,
    async run(statement, values = []) {
      const query = asText(statement, values)
      // An unprepared statement costs postgres.js a round trip of its own each time. Connections that were told not to prepare don't.
      return idsRows(await sql.unsafe(query.text, query.values, { prepare: true }).values())
    },
  }
}
