import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'

type QueryRunner = {
  readonly isTransactionActive: boolean
  query(text: string, values: unknown[]): Promise<{ ids: string }[]>
}

/** The `manager` of `dataSource.transaction`, or a `QueryRunner` whose transaction was started. */
export function typeormRunner(tx: unknown): Runner | undefined {
  const queryRunner = queryRunnerOf(tx)
  if (queryRunner?.isTransactionActive !== true) return undefined
  return {
    onlyIds: true,
    async run(statement, values = []) {
      const query = asText(statement, values)
      return queryRunner.query(query.text, query.values)
    },
  }
}

function queryRunnerOf(tx: unknown): QueryRunner | undefined {
  if (hasMethods(tx, 'query', 'startTransaction', 'commitTransaction')) return tx as unknown as QueryRunner
  // a manager outside of a transaction has no runner of its own
  if (hasMethods(tx, 'getRepository', 'transaction'))
    return (tx as unknown as { queryRunner?: QueryRunner }).queryRunner
  return undefined
}
