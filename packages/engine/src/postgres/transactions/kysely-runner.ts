import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'

/** What `CompiledQuery.raw` makes. */
type CompiledQuery = {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: {
    readonly kind: 'RawNode'
    readonly sqlFragments: readonly string[]
    readonly parameters: readonly []
  }
  readonly queryId: { readonly queryId: string }
}

type KyselyTransaction = {
  readonly isTransaction: boolean
  withoutPlugins(): { executeQuery(query: CompiledQuery): Promise<{ rows: { ids: string }[] }> }
}

/** The `trx` of `db.transaction()` or `db.startTransaction()`. Without plugins, because they may rename columns. */
export function kyselyRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, 'executeQuery', 'withoutPlugins')) return undefined
  const trx = tx as unknown as KyselyTransaction
  if (trx.isTransaction !== true) return undefined
  return {
    async run(statement, values = []) {
      const { text, values: parameters } = asText(statement, values)
      const { rows } = await trx.withoutPlugins().executeQuery({
        sql: text,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
        queryId: { queryId: statement.name },
      })
      return rows
    },
  }
}
