import { type PhaseContext, type PhaseOptions, phase } from '../../../src/index.ts'
import type { TestDatabase } from '../../support/database.ts'

/** A table of numbers; each phase doubles, then squares them, and counts how often it did. */
export const makeNumbers = `create table number (
  id int not null, subject text not null, double_done int not null default 0, square_done int not null default 0,
  primary key (subject, id))`

export type NumberRow = { readonly id: number }

type Own = Partial<
  Pick<PhaseOptions<NumberRow, unknown>, 'batch' | 'parallel' | 'maxFailures' | 'rowTimeoutMs' | 'label' | 'unit'>
> & {
  readonly work?: (row: NumberRow, context: PhaseContext) => unknown
  readonly onWrite?: (rows: readonly NumberRow[]) => Promise<void> | void
}

/** A phase over the numbers of a subject that writes into this column. Written twice it shows. */
export function numbers(name: 'double' | 'square', { onWrite, ...own }: Own = {}) {
  const column = `${name}_done`
  return phase<NumberRow, unknown>(name, {
    undone: async (tx, subject, { after, limit }) =>
      (
        await tx.query(
          `select id from number where subject = $1 and ${column} = 0 and id > coalesce($2::int, 0) order by id limit $3`,
          [subject, after, limit],
        )
      ).rows as NumberRow[],
    count: async (tx, subject) =>
      (await tx.query(`select count(*)::int as n from number where subject = $1 and ${column} = 0`, [subject])).rows[0]
        .n,
    async write(tx, done, { subject }) {
      const rows = done.map(({ row }) => row)
      await onWrite?.(rows)
      await tx.query(`update number set ${column} = ${column} + 1 where subject = $1 and id = any ($2)`, [
        subject,
        rows.map(({ id }) => id),
      ])
      return { new: rows.filter(({ id }) => id % 2 === 1).length }
    },
    ...own,
  })
}

/** What a test asks of the table of numbers. */
export function numbersIn(database: Pick<TestDatabase, 'sql'>) {
  const tally = async (column: string, subject: string): Promise<Record<number, number>> => {
    const rows = await database.sql(
      `select ${column} as times, count(*)::int as n from number where subject = $1 group by 1`,
      [subject],
    )
    return Object.fromEntries(rows.map(({ times, n }) => [times, n]))
  }
  return {
    fill: (subject: string, from: number, to: number) =>
      database.sql('insert into number (id, subject) select n, $1 from generate_series($2::int, $3::int) n', [
        subject,
        from,
        to,
      ]),
    /** How many rows were written how often, by phase: `{ double: { 1: 250 }, … }` is all well. */
    written: async (subject: string) => ({
      double: await tally('double_done', subject),
      square: await tally('square_done', subject),
    }),
  }
}
