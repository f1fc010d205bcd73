import { PawlError } from '../../errors.ts'
import { clientRunner, type PgQueryable } from '../client-runner.ts'
import type { Runner } from '../runner.ts'

export function transactionRunner(tx: object): Runner {
  if (typeof (tx as Partial<PgQueryable>).query === 'function') return clientRunner(tx as PgQueryable, false)
  throw new PawlError('unknown-transaction', 'tx: not understood')
}
