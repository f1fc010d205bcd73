import { expect, test } from 'vitest'
import { Jobs } from '../../src/runtime/jobs.ts'
import { Registry } from '../../src/runtime/registry.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a job that was created long ago and stands in line again is found by when it was created', async () => {
  const [lane, client] = [await ledger.lane(), await database.connect()]
  const [old] = await appendAttempts(client, lane)
  await appendAttempts(client, lane, 300)
  await client.query(`update pawl.attempt set created_at = now() - interval '1 hour' where pos = $1`, [old])
  await client.query(`insert into pawl.outcome (pos, kind) values ($1, 'retryable')`, [old])
  await client.query(
    `insert into pawl.attempt (job_id, created_at, lane, body, max_attempts, failures) values ($1, now() - interval '1 hour', $2, 'null', 3, 1)`,
    [old, lane],
  )
  const jobs = new Jobs(ledger.runner, new Registry([], {}))
  const until = new Date(Date.now() - 30 * 60_000)
  const ids = async (filter: object) => (await jobs.list({ until, ...filter })).jobs.map(({ id }) => id)
  expect(await ids({ status: 'pending' })).toEqual([`job_${old}`])
  // too many lines to look at each
  for (let i = 0; i < 200; i++) await ledger.lane()
  expect(await ids({ status: 'pending' })).toEqual([`job_${old}`])
  expect(await ids({})).toEqual([`job_${old}`])
})
