import { defineJob } from 'pawl'
import { advanceTime } from 'pawl/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

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
  const { job } = noting('contended', { onDuplicate: 'replace' })
  const grouped = defineJob({ type: 'beside', body: z.object({}), group: () => 'beside', run: () => {} })
  const both = testPawl({ url: database.url, jobs: [job, grouped] })
  const first = await both.enqueue(job, { n: 1 })
  // its lane is known from here on, so that the two below are of one batch
  await both.enqueue(grouped, {})
  const [{ lane }] = await database.sql('select lane from pawl.attempt where $1 = $2 || job_id', [first.id, 'job_'])
  const stranger = new pg.Client({ connectionString: database.url })
  await stranger.connect()
  await stranger.query(`select pg_advisory_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  const replaced = both.enqueue(job, { n: 1.5 })
  const beside = both.enqueue(grouped, {})
  const tries = new Set<string>()
  await until('the replacement has waited in vain, and asks again', async () => {
    const waiting = await database.sql(
      `select query_start::text as since from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%pawl.replace_waiting(%'`,
    )
    for (const { since } of waiting) tries.add(since)
    return tries.size > 1
  })
  await stranger.end()
  expect([await replaced, (await beside).duplicate]).toMatchObject([
    { id: first.id, duplicate: true, replaced: true },
    false,
  ])
  const written = await database.sql(`select from pawl.jobs where type = 'beside'`)
  expect(written).toHaveLength(2)
  await both.cancelMany({ type: 'contended' })
})

test('of a batch each answer says whether it is new, a duplicate, or took the place of what waited', async () => {
  const { job, ran, pawl } = noting('many', { onDuplicate: 'replace', keyMode: 'forever' })
  const ended = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  const waits = await pawl.enqueue(job, { n: 2 })
  const kept = await pawl.enqueue(job, { n: 2.1 }, { onDuplicate: 'keep' })
  expect(kept).toMatchObject({ id: waits.id, duplicate: true })
  const answers = await pawl.enqueueMany(job, [{ n: 1.5 }, { n: 2.5 }, { n: 3 }, { n: 3.5 }])
  expect(answers).toEqual([
    { id: ended.id, duplicate: true, heldBy: 'succeeded', replaced: false },
    { id: waits.id, duplicate: true, heldBy: 'pending', replaced: true },
    { id: answers[2]!.id, duplicate: false },
    { id: answers[2]!.id, duplicate: true, heldBy: 'pending', replaced: true },
  ])
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1, 2.5, 3.5])
})

test('of two that replace a waiting job at the same time neither is told that it runs', async () => {
  const { job, pawl } = noting('twice', { onDuplicate: 'reschedule' })
  const { id } = await pawl.enqueue(job, { n: 1 })
  const [{ lane }] = await database.sql(`select lane from pawl.attempt where 'job_' || job_id = $1`, [id])
  const stranger = await database.connect()
  await stranger.query('begin')
  await stranger.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  const other = testPawl({ url: database.url, jobs: [job] })
  const both = [pawl, other].map((one, i) => one.enqueue(job, { n: 1 + i / 10 }, { delayMs: 3_600_000 }))
  await until('both wait for the lane', async () => {
    const waiting = await database.sql(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%pawl.replace_waiting(%'`,
    )
    return waiting.length === 2
  })
  await stranger.query('commit')
  const answer = { id, duplicate: true, replaced: true }
  expect(await Promise.all(both)).toMatchObject([answer, answer])
  await pawl.cancel(id)
})

test('a parked job that is rescheduled waits for its new time', async () => {
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
  await until('it runs', () => go.length > 0)
  const { id } = await both.enqueue(job, { n: 1 })
  const reason = async () =>
    (await database.sql(`select reason from pawl.later where 'job_' || job_id = $1`, [id]))[0]?.reason
  await until('the other one is parked', async () => (await reason()) === 'parked')
  const again = await both.enqueue(job, { n: 1.5 }, { delayMs: 3_600_000 })
  expect(again).toMatchObject({ id, duplicate: true, replaced: true })
  expect(await reason()).toBe('scheduled')
  go[0]!()
  await both.drain({ keepOpen: true })
  expect([ran, await database.sql('select from pawl.group_slot')]).toEqual([[], []])
  await advanceTime(database.url, 3_600_000)
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1.5])
})

test('a job that has got its slot and is rescheduled before it starts gives the slot back', async () => {
  const { job, pawl } = noting('slotted', { group: () => 'given', onDuplicate: 'reschedule' })
  const { id } = await pawl.enqueue(job, { n: 1 })
  // as it is after it was parked: in line again, with a slot
  await database.sql(
    `insert into pawl.group_slot (group_name, job_id) select group_name, job_id from pawl.attempt where 'job_' || job_id = $1`,
    [id],
  )
  const again = await pawl.enqueue(job, { n: 1.5 }, { delayMs: 3_600_000 })
  expect(again).toMatchObject({ id, duplicate: true, replaced: true })
  expect(await database.sql('select from pawl.group_slot')).toEqual([])
  await pawl.cancel(id)
})

test('a job that goes into line while it is being replaced is asked for again, with no lock that its claim waits for', async () => {
  const { job, pawl } = noting('leaving', { group: () => 'left', onDuplicate: 'reschedule' })
  const { id } = await pawl.enqueue(job, { n: 1 }, { delayMs: 3_600_000 })
  const [{ lane, number }] = await database.sql(
    `select lane, job_id as number from pawl.later where 'job_' || job_id = $1`,
    [id],
  )
  const [mover, replacer, claimer] = [await database.connect(), await database.connect(), await database.connect()]
  await mover.query('begin')
  await mover.query('delete from pawl.later where job_id = $1', [number])
  const replace = replacer.query(`select pawl.replace_waiting($1, $2, '{"n":1}', now(), 'left') as replaced`, [
    number,
    lane,
  ])
  await until('the replacement has its group, and waits for the row', async () => {
    const waiting = await database.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%''left''%'`,
    )
    return waiting.length === 1
  })
  await claimer.query('begin')
  await claimer.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  const admitted = claimer.query(`select pawl.lock_groups('{left}')`)
  await mover.query('commit')
  expect((await replace).rows).toEqual([{ replaced: null }])
  await admitted
  await claimer.query('rollback')
})
