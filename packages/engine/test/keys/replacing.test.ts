import { defineJob } from 'pawl'
import { advanceTime } from 'pawl/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({ n: z.number() })

/** A job type of its own for each test, that notes what it ran with. */
function noting(type: string, options: object = {}) {
  const ran: number[] = []
  const job = defineJob({
    type,
    body,
    key: ({ n }) => `k${Math.floor(n)}`,
    ...options,
    run: ({ body }) => void ran.push(body.n),
  })
  return { job, ran, pawl: testPawl({ url: database.url, jobs: [job] }) }
}

test('a batch in which one job has to wait for its replacement is written once', async () => {
  const { job, pawl } = noting('contended', { onDuplicate: 'replace' })
  const grouped = defineJob({ type: 'beside', body: z.object({}), group: () => 'beside', run: () => {} })
  const both = testPawl({ url: database.url, jobs: [job, grouped] })
  const first = await pawl.enqueue(job, { n: 1 })
  const [{ lane }] = await database.sql('select lane from pawl.attempt where $1 = $2 || job_id', [first.id, 'job_'])
  const stranger = new pg.Client({ connectionString: database.url })
  await stranger.connect()
  await stranger.query(`select pg_advisory_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  const replaced = both.enqueue(job, { n: 1.5 })
  const beside = both.enqueue(grouped, {})
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await stranger.end()
  expect([await replaced, (await beside).duplicate]).toEqual([{ id: first.id, duplicate: true }, false])
  const written = await database.sql(`select from pawl.jobs where type = 'beside'`)
  expect(written).toHaveLength(1)
  await pawl.cancelMany({ type: 'contended' })
})

test('a parked job that is rescheduled waits for its new time, and one that had got its slot gives it back', async () => {
  const { job, ran, pawl } = noting('parked', { group: () => 'narrow', onDuplicate: 'reschedule' })
  const go: (() => void)[] = []
  const first = defineJob({
    type: 'holds',
    body: z.object({}),
    group: () => 'narrow',
    run: () => new Promise<void>((resolve) => go.push(resolve)),
  })
  const both = testPawl({ url: database.url, jobs: [first, job] })
  await both.start()
  await both.enqueue(first, {})
  while (go.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const { id } = await both.enqueue(job, { n: 1 })
  const reason = async () =>
    (await database.sql(`select reason from pawl.later where 'job_' || job_id = $1`, [id]))[0]?.reason
  while ((await reason()) !== 'parked') await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await both.enqueue(job, { n: 1.5 }, { delayMs: 3_600_000 })).toEqual({ id, duplicate: true })
  expect(await reason()).toBe('scheduled')
  go[0]!()
  await both.drain({ keepOpen: true })
  expect([ran, await database.sql('select from pawl.group_slot')]).toEqual([[], []])
  await advanceTime(database.url, 3_600_000)
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1.5])
})
