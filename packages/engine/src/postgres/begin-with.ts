import pg from 'pg'
import type { Runner } from './runner.ts'

/**
 * Runs the first statement of a transaction in one message with its BEGIN: they take one round trip, also through a pooler, and
 * if BEGIN fails, a cancel may hit it as any other, the statement is not run at all. On its own it would take effect at once,
 * outside of any transaction.
 */
export function beginWith(client: pg.ClientBase): Runner {
  return {
    async run({ text }, values = []) {
      const results = await client.query(`begin;\n${inlined(text, values)}`)
      // one result a statement
      return (results as unknown as pg.QueryResult[])[1]!.rows
    },
  }
}

/** A message of several statements takes no parameters. */
function inlined(text: string, values: readonly unknown[]): string {
  const withoutComments = text.replace(/^--.*\n/gm, '')
  return withoutComments.replace(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1]))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return `(${value})`
  if (typeof value === 'string') return pg.escapeLiteral(value)
  throw new TypeError(`a first statement takes texts, numbers and nulls; got ${typeof value}`)
}
