import type { Runner } from '../runner.ts'

/** A value as JSON knows it, with its text: JavaScript would round numbers that PostgreSQL wrote. */
type Cell = readonly [type: 'null' | 'boolean' | 'number' | 'string' | 'object' | 'array', text: string | null]

/** How PostgreSQL writes a time into JSON. */
const time = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d)?$/

/**
 * Rows with the names of their columns, whatever library the transaction is of. Where a runner is only good for `ids` they come
 * in one text. For statements that answer with rows, and change something at their top only: what is inside of a `with` may
 * not change anything in PostgreSQL.
 */
export function namedRows(runner: Runner): Runner {
  if (runner.onlyIds !== true) return runner
  return {
    async run({ name, text }, values) {
      const [row] = await runner.run({ name: `${name}_named`, text: inOneText(text) }, values)
      return (JSON.parse(row.ids) as Readonly<Record<string, Cell>>[]).map(readRow)
    },
  }
}

/** On lines of its own, as the text may end in a comment. */
function inOneText(text: string): string {
  return `with s as (
${text.replace(/[;\s]+$/, '')}
)
select coalesce(json_agg((
  select json_object_agg(c.key, json_build_array(json_typeof(c.value), c.value #>> '{}')) from json_each(row_to_json(s)) c
))::text, '[]') as ids from s`
}

function readRow(row: Readonly<Record<string, Cell>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, readCell(cell)]))
}

/** As `pg` would give it, or so that it is the same text: the versions of rows are compared as texts. */
function readCell([type, text]: Cell): unknown {
  if (text === null || type === 'null') return null
  if (type === 'number') return readNumber(text)
  if (type === 'string') return time.test(text) ? new Date(text) : text
  return JSON.parse(text)
}

/** Only floats are written with an exponent. */
function readNumber(text: string): number | string {
  const number = Number(text)
  return text.includes('e') || String(number) === text ? number : text
}
