import type { Tx } from 'pawl'

/**
 * The columns of foreign keys in a schema that no index begins with. Without one, the removal of a row reads the whole table that
 * refers to it.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * console.log(await unindexedReferences(db, 'public')) // []
 * await db.end()
 * ```
 */
export async function unindexedReferences(db: Tx, schema: string): Promise<readonly string[]> {
  const { rows } = await db.query(
    `select c.conrelid::regclass::text || '.' || a.attname as name
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = $1::regnamespace and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
     )
     order by 1`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
