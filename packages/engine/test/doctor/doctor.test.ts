import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource } from '../../src/index.ts'
import { Doctor } from '../../src/runtime/doctor.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const empty = testDatabase()
const ledger = new TestLedger(database)
const job = defineJob({ type: 'looked-at', body: z.object({}), run: () => {} })

async function examine(check?: string) {
  const findings = await testPawl({ url: database.url, jobs: [job] }).doctor()
  return check === undefined ? findings : findings.filter((finding) => finding.check === check)
}

test('on a healthy database nothing is to be done', async () => {
  const findings = await examine()
  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
  expect(findings.length).toBe(13)
  expect(findings.find(({ check }) => check === 'listen')?.value).toBe('delivered')
})

test('a job that waits in a queue without workers is bad, until its queue is paused', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueue(job, {})
  await database.sql(`update pawl.attempt set run_at = now() - interval '2 minutes'`)
  expect(await examine('oldest pending')).toMatchObject([{ status: 'bad', value: "2 min in 'looked-at'" }])
  await pawl.queues.pause('looked-at')
  expect(await examine('oldest pending')).toMatchObject([{ status: 'ok' }])
})

test('a job that waits for a paused source says so', async () => {
  const far = defineSource({ name: 'far', requestsPerMinute: 60 })
  const call = defineJob({ type: 'far.call', source: () => 'far', body: z.object({}), run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job, call], sources: [far] })
  const { id } = await pawl.enqueue(call, {})
  await pawl.sources.pause('far')
  await pawl.queues.pause('looked-at')
  expect(await examine('oldest pending')).toMatchObject([
    { status: 'ok', value: expect.stringMatching(/^\d+ s in 'far\.call'; its source 'far' is paused/) },
  ])
  await pawl.sources.resume('far')
  expect((await examine('oldest pending'))[0]!.value).not.toMatch(/source/)
  await pawl.cancel(id)
})

test('a long snapshot is shown with who holds it', async () => {
  const reader = await database.connect()
  await reader.query(`set application_name = 'a long report'`)
  await reader.query('begin isolation level repeatable read')
  await reader.query('select 1')
  expect((await examine('oldest snapshot'))[0]?.value).toMatch(/a long report \(pid \d+, idle in transaction\)/)
  await reader.query('commit')
})

test('a replication slot that nobody reads is told by transactions, and is no snapshot of so many ms', async () => {
  // the server of the tests has none: a view in front of PostgreSQL's own shows some
  const [{ current_database: name }] = await database.sql('select current_database()')
  await database.sql('create schema stand_in')
  await database.sql(`create view stand_in.pg_replication_slots as
    select name as slot_name, active, xmin::text::xid as xmin, catalog_xmin::text::xid as catalog_xmin
      from (values ('read', true, 3, 3), ('new', false, null, null), ('standby', false, 6, null), ('forsaken', false, null, 5))
           slot (name, active, xmin, catalog_xmin)`)
  await database.sql(`alter database ${name} set search_path = stand_in, pg_catalog, public`)
  const [slots] = await examine('replication slots')
  const [snapshot] = await examine('oldest snapshot')
  await database.sql(`alter database ${name} reset search_path`)
  const [, transactions] = /^2 unread, the oldest (\d+) transactions behind: forsaken$/.exec(slots!.value)!
  const [{ age }] = await database.sql(`select age('5'::xid)`)
  expect(age - Number(transactions)).toBeGreaterThanOrEqual(0)
  expect(age - Number(transactions)).toBeLessThan(1_000)
  expect(snapshot?.value).not.toContain('slot')
  expect(await examine('replication slots')).toMatchObject([{ status: 'ok', value: 'none unread' }])
})

test('prepared transactions that are left open are counted', async () => {
  const client = await database.connect()
  await client.query('begin')
  await client.query('create table of_two_phases ()')
  await client.query(`prepare transaction 'forgotten'`)
  expect((await examine('prepared transactions'))[0]?.value).toMatch(/^1, the oldest for .*: forgotten$/)
  await client.query(`rollback prepared 'forgotten'`)
  expect((await examine('prepared transactions'))[0]?.value).toBe('0')
})

test('a ledger that runs out of partitions is seen long before, and a missing migration at once', async () => {
  expect(await examine('partitions ahead')).toMatchObject([{ status: 'ok', value: expect.stringMatching(/^3, with/) }])
  await database.sql(`select setval('pawl.position', 2500000)`)
  expect(await examine('partitions ahead')).toMatchObject([
    { status: 'warn', value: expect.stringMatching(/^1, with/) },
  ])
  await database.sql(`select setval('pawl.position', 3500000)`)
  expect(await examine('partitions ahead')).toMatchObject([{ status: 'bad', value: expect.stringMatching(/^0, with/) }])
  const [{ title, number }] = await database.sql(
    'delete from pawl.migration where number = (select max(number) from pawl.migration) returning title, number',
  )
  expect(await examine('schema')).toMatchObject([{ status: 'bad', value: expect.stringMatching(`without ${number}`) }])
  await database.sql('insert into pawl.migration (number, title) values ($1, $2)', [number, title])
})

test('silent workers and late schedules are named', async () => {
  const worker = await ledger.worker('hushed')
  await database.sql(`update pawl.worker set heartbeat_at = now() - interval '2 minutes' where id = $1`, [worker.id])
  await database.sql(
    `insert into pawl.schedule (name, spec, next_at) values ('nightly', '{}', now() - interval '5 minutes'),
       ('fine', '{}', now() + interval '5 minutes')`,
  )
  await database.sql(
    `insert into pawl.schedule (name, spec, next_at, attended_at) values ('gone', '{}', now() - interval '1 day', now() - interval '1 day')`,
  )
  expect((await examine('workers'))[0]).toMatchObject({ status: 'warn', value: '1 alive, silent: hushed' })
  expect((await examine('schedules'))[0]).toMatchObject({ status: 'warn', value: 'late: nightly' })
})

test('a database without the schema is said to be one', async () => {
  await empty.sql('drop schema pawl cascade')
  const findings = await testPawl({ url: empty.url, jobs: [job] }).doctor()
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ['schema', 'bad'],
    ['listen', 'ok'],
  ])
})

test('behind a pooler nothing listens, and the doctor knows', async () => {
  const doctor = new Doctor({ url: database.url, pooler: true, runner: ledger.runner, keepMs: 60_000 })
  expect((await doctor.examine()).find(({ check }) => check === 'listen')).toMatchObject({
    status: 'ok',
    value: 'polling, behind a pooler',
  })
})
