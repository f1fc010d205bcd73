import type { Runner } from './runner.ts'
import type { Statement } from './statement.ts'

/** The part of a `pg` client, pooled or not, that runs statements. */
export type PgQueryable = {
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the statement selects
  query(config: { text: string; values: unknown[]; name?: string }): Promise<{ rows: any[] }>
}

/** Runs statements on a client of `pg`. Without `prepare` they are sent whole each time, which every pooler understands. */
export function clientRunner(client: PgQueryable, prepare: boolean): Runner {
  return {
    async run(statement: Statement, values: readonly unknown[] = []) {
      const { name, text } = statement
      return (await client.query({ text, values: [...values], ...(prepare ? { name } : {}) })).rows
    },
  }
}
