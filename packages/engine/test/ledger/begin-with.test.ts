import { expect, test } from 'vitest'
import { beginWith } from '../../src/postgres/begin-with.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

test('the first statement of a transaction is inside of it, with whatever values it has', async () => {
  const client = await database.connect()
  const text = '-- $1 and $2: not for sending\nselect $1::text as quoted, $2::int as number, $3::int as none'
  const values = [`it's \\ a 'value' with $2`, -7, null]
  const rows = await beginWith(client).run({ name: 'first', text }, values)
  expect(rows).toEqual([{ quoted: values[0], number: -7, none: null }])
  const { rows: xids } = await client.query(
    'select pg_current_xact_id()::text as xid union all select pg_current_xact_id()::text',
  )
  await client.query('savepoint inside')
  expect((await client.query('select pg_current_xact_id()::text as xid')).rows[0]).toEqual(xids[0])
  await client.query('rollback')
})
