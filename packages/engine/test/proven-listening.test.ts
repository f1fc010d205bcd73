import { expect, test } from 'vitest'
import { listen } from '../src/postgres/listener.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()

test('a connection that took long to get ready is not taken for one behind a pooler', async () => {
  // to get ready takes longer than this anywhere; the notification comes with the answer
  const listening = await listen(database.url, () => {}, 1)
  expect(listening).toBeDefined()
  await listening?.close()
})
