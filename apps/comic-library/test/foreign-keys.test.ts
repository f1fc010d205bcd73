import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()

test('whatever is removed finds what belongs to it by an index, and reads no table whole', async () => {
  const { rows } = await database.pool.query(`
    select c.conrelid::regclass::text || '.' || a.attname as "column"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'comic_library'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
    )
    order by 1`)
  expect(rows).toEqual([])
})
