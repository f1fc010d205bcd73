import { clientRunner, type PgQueryable } from '../client-runner.ts'
import type { Runner } from '../runner.ts'
import { hasMethods } from './has-methods.ts'

/**
 * A client of `pg`, its own or from a pool. Nothing about it says whether a transaction is open: outside of one the job is
 * made at once. A pool cannot escape literals, which tells it from a client.
 */
export function pgRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, 'query', 'escapeLiteral')) return undefined
  return clientRunner(tx as unknown as PgQueryable, false)
}
