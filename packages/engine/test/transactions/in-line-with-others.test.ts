import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const note = defineJob({ type: 'note', body: z.object({ text: z.string() }), run: () => {} })

test('two open transactions that need the same new lane do not wait for each other', async () => {
  const [first, second] = [await database.connect(), await database.connect()]
  const [one, other] = [testPawl({ url: database.url, jobs: [note] }), testPawl({ url: database.url, jobs: [note] })]
  await first.query('begin')
  await second.query('begin')
  await one.enqueue(note, { text: 'first' }, { tx: first, source: 'new' })
  // would hang here if the first one, still open, had made the lane
  await other.enqueue(note, { text: 'second' }, { tx: second, source: 'new' })
  await second.query('commit')
  await first.query('rollback')
  const [row] = await database.sql(`select count(*)::int as lanes from pawl.lane where source = 'new'`)
  expect(row).toEqual({ lanes: 1 })
})

test('a transaction whose snapshot is older than the lane enqueues into it, and the job runs', async () => {
  const client = await database.connect()
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await client.query('begin isolation level serializable')
  await client.query('select count(*) from pawl.lane')
  const { id } = await pawl.enqueue(note, { text: 'old snapshot' }, { tx: client, source: 'newer' })
  await client.query('commit')
  await pawl.start()
  await until('it has succeeded', async () => (await pawl.job(id))?.status === 'succeeded')
})

test('a job enqueued early runs after its late commit, though later ones have run before it', async () => {
  const client = await database.connect()
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await pawl.start()
  await client.query('begin')
  const early = await pawl.enqueue(note, { text: 'early' }, { tx: client })
  const late = await pawl.enqueue(note, { text: 'late' })
  await until('the late one has succeeded', async () => (await pawl.job(late.id))?.status === 'succeeded')
  await client.query('commit')
  await until('the early one has succeeded', async () => (await pawl.job(early.id))?.status === 'succeeded')
})

test('an invalid body is refused before anything is written, and the transaction stays usable', async () => {
  const client = await database.connect()
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await client.query('begin')
  const refused = pawl.enqueueMany(note, [{ text: 'good' }, { text: 7 as never }], { tx: client, source: 'refused' })
  await expect(refused).rejects.toThrow(/text/)
  const { id } = await pawl.enqueue(note, { text: 'after' }, { tx: client, source: 'refused' })
  await client.query('commit')
  const rows = await database.sql(
    `select 'job_' || job_id as id from pawl.attempt join pawl.lane on lane.id = lane where source = 'refused'`,
  )
  expect(rows).toEqual([{ id }])
})
