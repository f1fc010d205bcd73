import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test.each([
  ['that asks for its columns', undefined],
  ['whose columns are known', ['pg_sleep']],
])('a statement %s that is under way when its connection is closed is rejected as stopped', async (_, texts) => {
  const connection = ledger.connection()
  await connection.client()
  const text = 'select pg_sleep(3600)'
  const answer = connection.run(texts === undefined ? { name: 'long', text } : { name: 'long', text, texts })
  const rejected = expect(answer).rejects.toMatchObject({ code: 'stopped' })
  await connection.close()
  await rejected
})
