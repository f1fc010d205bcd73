import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { tidyJobs } from '../../src/postgres/retention.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { keepMs, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const ledger = new TestLedger(database)
const plain = defineJob({
  type: 'plain',
  body: z.object({}),
  async run(job) {
    await job.progress({ half: true })
    await job.step('once', () => 1)
  },
})

async function monthsPass(): Promise<void> {
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  await service.drops(closed)
}

const count = async (table: string) => (await database.sql(`select count(*)::int from pawl.${table}`))[0].count

test('progress, steps and what a job waited for go with the last of its history, and not before', async () => {
  const pawl = testPawl({ url: database.url, jobs: [plain] })
  const first = await pawl.enqueue(plain, {})
  const second = await pawl.enqueue(plain, {}, { after: [first.id] })
  await pawl.drain({ keepOpen: true })
  await reaches(pawl, second.id, 'succeeded')
  expect([await count('progress'), await count('step'), await count('dependency')]).toEqual([2, 2, 1])
  await service.turnOver()
  await service.run()
  expect([await count('progress'), await count('step'), await count('dependency')]).toEqual([2, 2, 1])
  await service.age(keepMs + 1)
  await service.run()
  expect([await count('progress'), await count('step'), await count('dependency')]).toEqual([0, 0, 0])
})

test('the steps of a job that still waits for its time are kept', async () => {
  const waits = defineJob({
    type: 'waits',
    body: z.object({}),
    async run(job) {
      await job.step('once', () => 1)
      await job.sleepUntil(3_600_000)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [waits] })
  await pawl.start()
  const { id } = await pawl.enqueue(waits, {})
  await reaches(pawl, id, 'scheduled')
  await monthsPass()
  expect(await pawl.attempts(id)).toEqual([])
  expect(await count('step')).toBe(2)
  expect((await pawl.job(id))?.status).toBe('scheduled')
  await pawl.cancel(id)
})

test('who waits for others learns that they succeeded, although their history is gone', async () => {
  const pawl = testPawl({ url: database.url, jobs: [plain] })
  await pawl.start()
  // the first one that is looked at has not ended, so nobody looks at the second
  const open = await pawl.enqueue(plain, {}, { delayMs: 3_600_000 })
  const ended = await pawl.enqueue(plain, {})
  const last = await pawl.enqueue(plain, {}, { after: [open.id, ended.id] })
  await reaches(pawl, ended.id, 'succeeded')
  await monthsPass()
  expect(await pawl.job(ended.id)).toBeUndefined()
  expect((await pawl.job(last.id))?.status).toBe('scheduled')
  await advanceTime(database.url, 3_600_000)
  await reaches(pawl, last.id, 'succeeded')
})

test('those of whom something is left do not stand in the way of thousands of others', async () => {
  await database.sql('truncate pawl.progress, pawl.later')
  await service.turnOver()
  await service.age(keepMs + 1)
  await service.run()
  const [{ first }] = await database.sql('select min(first)::int as first from pawl.partition')
  // 1,500 that still wait, and behind them 1,500 that are gone
  await database.sql(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     select -n, now() + interval '1 day', now(), (select min(id) from pawl.lane), 0, 'scheduled', 3, 0, 0, 'null'
       from generate_series(2001, 3500) n`,
  )
  await database.sql(
    `insert into pawl.progress (job_id, value) select -n, '1' from generate_series(1, 3500) n where n <= 1500 or n > 2000`,
  )
  expect(first).toBeGreaterThan(0)
  const tidied = { progress: -10_000, dependencies: 0, steps: 0 }
  await tidyJobs(ledger.runner, tidied)
  expect((await database.sql('select count(*)::int, max(job_id)::int from pawl.progress'))[0]).toEqual({
    count: 1_500,
    max: -2_001,
  })
  await database.sql('truncate pawl.progress, pawl.later')
})
