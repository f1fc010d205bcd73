import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const { url } = database
const seldom = { worker: { pollMs: 600_000 } }

const runs: string[] = []
beforeEach(() => {
  runs.length = 0
})

const quick = defineJob({ type: 'quick', queue: 'quick', body: z.object({}), run: ({ id }) => void runs.push(id) })

const laneOf = () => ledger.lane({ queue: 'quick', type: 'quick' })
/** The newest lease of the lane. */
const newest = async () =>
  (await database.sql('select * from pawl.lease where lane = $1 order by turn desc limit 1', [await laneOf()]))[0]
const standsBy = () => until('it stands by', async () => (await newest())?.standby)

test('a worker that is busy elsewhere stands by no more', async () => {
  let release = () => {}
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = defineJob({ type: 'slow', queue: 'slow', body: z.object({}), run: () => hold })
  const pawl = testPawl({ url, jobs: [quick, slow], queues: { quick: { concurrency: 1 } }, ...seldom })
  await pawl.start()
  const { id } = await pawl.enqueue(quick, {})
  await until('it has run', () => runs.includes(id))
  await standsBy()
  await pawl.enqueue(slow, {})
  await until('it stands by no more', async () => !(await newest()).standby)
  release()
})

test('claims do not wait for a lane that is held where the worker stands by', async () => {
  const elsewhere: string[] = []
  const slow = defineJob({ type: 'slow', queue: 'slow', body: z.object({}), run: ({ id }) => void elsewhere.push(id) })
  const pawl = testPawl({ url, jobs: [quick, slow], queues: { quick: { concurrency: 1 } }, ...seldom })
  const failed: unknown[] = []
  pawl.on('service.error', ({ error }) => void failed.push(error))
  await pawl.start()
  const { id } = await pawl.enqueue(quick, {})
  await until('it has run', () => runs.includes(id))
  await standsBy()
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [await laneOf()])
  for (let i = 0; i < 3; i++) {
    const { id: other } = await pawl.enqueue(slow, {})
    await until('it has run', () => elsewhere.includes(other))
  }
  expect(failed, 'nor for long enough to give up').toEqual([])
  expect(await newest()).toMatchObject({ standby: true })
  await holder.query('rollback')
})
