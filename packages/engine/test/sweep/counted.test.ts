import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const hourMs = 3_600_000
const none = { reclaim: 0, tick: 0, key: 0, slot: 0, parked: 0, waiting: 0, partition: 0 }
const job = defineJob({ type: 'work', body: z.object({ n: z.number() }), retry: { attempts: 1 }, run() {} })
const schedule = defineSchedule({ name: 'hourly', everyMs: hourMs, job, body: () => ({ n: 0 }) })
const options = { url: database.url, jobs: [job], schedules: [schedule] }

test('whatever is repaired, and by whichever service, is counted in one place', async () => {
  const healthy = testPawl(options)
  const first = await healthy.enqueue(job, { n: 1 })
  await healthy.drain()
  expect(healthy.repairs).toEqual(none)

  const pawl = testPawl(options)
  // a worker takes two jobs and vanishes; of one that ran alone and has no attempt left it is the end
  const taken = await Promise.all([2, 3].map((n) => pawl.enqueue(job, { n })))
  const [{ lane }] = await database.sql(`select lane from pawl.attempt where 'job_' || job_id = $1`, [taken[0]!.id])
  for (const name of ['vanished', 'gone']) {
    await ledger.claimPositions(await ledger.worker(name), lane, { limit: 1 })
  }
  // a live key, and a slot of a group, of a job that has ended
  const ended = Number(first.id.slice('job_'.length))
  await database.sql(
    `insert into pawl.key (type, key, job_id, mode, until) values ('work', 'left', $1, 'live', 'infinity')`,
    [ended],
  )
  await database.sql(`insert into pawl.group_slot (group_name, job_id) values ('left', $1)`, [ended])
  // a job whose turn nobody would notice
  const child = await pawl.enqueue(job, { n: 4 })
  const parent = await pawl.enqueue(job, { n: 5 }, { after: [child.id] })
  await database.sql('delete from pawl.waiter')
  // a schedule that nobody attended to for two of its ticks and a half
  await advanceTime(database.url, 2.5 * hourMs)

  await pawl.start()
  const expected = { ...none, reclaim: 2, tick: 2, key: 1, slot: 1, waiting: 1 }
  const kinds = Object.keys(none) as (keyof typeof none)[]
  await until('all is repaired', () => kinds.every((kind) => pawl.repairs[kind] >= expected[kind]))
  expect(pawl.repairs).toEqual(expected)
  for (const { id } of taken) expect((await pawl.job(id))?.status).toBe('failed')
  await until('the parent has run', async () => (await pawl.job(parent.id))?.status === 'succeeded')
  expect((await pawl.deadLetters.show(taken[0]!.id))?.reason).toBe('exhausted')
})
