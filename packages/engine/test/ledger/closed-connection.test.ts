import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a statement that is under way when its connection is closed is rejected as stopped', async () => {
  const connection = ledger.connection()
  await connection.client()
  const answer = connection.run({ name: 'long', text: 'select pg_sleep(3600)' })
  const rejected = expect(answer).rejects.toMatchObject({ code: 'stopped' })
  await connection.close()
  await rejected
})
