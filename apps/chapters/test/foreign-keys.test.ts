import { expect, test } from 'vitest'
import { peopleDatabase } from './support/api-database.ts'

const database = peopleDatabase()

test('whatever is removed finds what belongs to it by an index, and reads no table whole', async () => {
  const { rows } = await database.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as "column"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'chapters'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
    )
    order by 1`)
  expect(rows).toEqual([])
})
