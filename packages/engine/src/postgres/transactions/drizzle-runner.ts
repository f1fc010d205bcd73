import type { Runner } from '../runner.ts'
import { asText } from './as-text.ts'
import { hasMethods } from './has-methods.ts'
import { idsRows } from './ids-rows.ts'

type Rows = readonly (readonly unknown[])[]

type DrizzleTransaction = {
  readonly _: {
    readonly session: {
      prepareQuery(
        query: { sql: string; params: unknown[] },
        fields: undefined,
        name: undefined,
        isResponseInArrayMode: true,
        mapRows: (rows: Rows) => { ids: string }[],
      ): { execute(): Promise<{ ids: string }[]> }
    }
  }
}

/** The `tx` of `db.transaction`, whatever driver is underneath. Only a transaction can be rolled back: `db` has no such method. */
export function drizzleRunner(tx: unknown): Runner | undefined {
  if (!hasMethods(tx, 'rollback', 'transaction')) return undefined
  const session = (tx as unknown as Partial<DrizzleTransaction>)._?.session
  if (session === undefined || !hasMethods(session, 'prepareQuery')) return undefined
  return {
    onlyIds: true,
    run(statement, values = []) {
      const query = asText(statement, values)
      // rows as arrays through a mapper of ours: the one shape that all drivers share
      return session
        .prepareQuery({ sql: query.text, params: query.values }, undefined, undefined, true, idsRows)
        .execute()
    },
  }
}
