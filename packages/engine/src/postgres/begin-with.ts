import pg from 'pg'
import type { Runner } from './runner.ts'
import type { Statement } from './statement.ts'

/**
 * Runs the first statement of a transaction in one message with its BEGIN: they take one round trip, also through a pooler, and
 * if BEGIN fails, a cancel may hit it as any other, the statement is not run at all. On its own it would take effect at once,
 * outside of any transaction.
 */
export function beginWith(client: pg.ClientBase): Runner {
  return {
    async run(statement, values = []) {
      const results = await client.query(`begin;\n${inlined(statement, values)}`)
      // one result a statement
      return (results as unknown as pg.QueryResult[])[1]!.rows
    },
  }
}

/** Texts and, between them, numbers of parameters: to look for these in each commit was a fiftieth of a worker's time. */
const parts = new WeakMap<Statement, readonly (string | number)[]>()

/** A message of several statements takes no parameters. */
function inlined(statement: Statement, values: readonly unknown[]): string {
  let known = parts.get(statement)
  if (known === undefined) {
    known = partsOf(statement.text)
    parts.set(statement, known)
  }
  return known.map((part) => (typeof part === 'string' ? part : literal(values[part - 1]))).join('')
}

function partsOf(text: string): (string | number)[] {
  const withoutComments = text.replace(/^--.*\n/gm, '')
  return withoutComments.split(/\$(\d+)/).map((part, i) => (i % 2 === 0 ? part : Number(part)))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return `(${value})`
  if (typeof value === 'string') return pg.escapeLiteral(value)
  throw new TypeError(`a first statement takes texts, numbers and nulls; got ${typeof value}`)
}
