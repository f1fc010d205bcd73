import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'

type KnexTransaction = {
  readonly isTransaction?: boolean
  readonly client: {
    /** Inside a transaction always the same connection. */
    acquireConnection(): Promise<unknown>
    /** Refuses when the transaction has ended. */
    query(
      connection: unknown,
      query: { sql: string; bindings: unknown[] },
    ): Promise<{ response: { rows: { ids: string }[] } }>
  }
}

/**
 * The `trx` of `knex.transaction`. `trx.raw` knows no `$1` and hands its result to the user's `postProcessResponse`, so the
 * statement goes to the transaction's client.
 */
export function knexRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, 'raw', 'savepoint')) return undefined
  const trx = tx as unknown as KnexTransaction
  if (trx.isTransaction !== true || !hasMethods(trx.client, 'acquireConnection', 'query')) return undefined
  return {
    async run(statement, values = []) {
      const { text, values: bindings } = asText(statement, values)
      const connection = await trx.client.acquireConnection()
      // knex takes each bare question mark for a placeholder
      const { response } = await trx.client.query(connection, { sql: text.replaceAll('?', '\\?'), bindings })
      return response.rows
    },
  }
}
