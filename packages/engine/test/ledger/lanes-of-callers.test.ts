import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({ n: z.number() })
const job = defineJob({ type: 'new-lane', body, run: () => {} })

test('a lane is not part of the transaction that first needs it: others use it at once, and it outlives a rollback', async () => {
  const caller = await database.connect()
  const [one, two] = [testPawl({ url: database.url, jobs: [job] }), testPawl({ url: database.url, jobs: [job] })]
  await caller.query('begin')
  await one.enqueue(job, { n: 1 }, { tx: caller })
  // resolves although the caller's transaction stays open
  const { id } = await two.enqueue(job, { n: 2 })
  expect((await two.job(id))?.status).toBe('pending')
  await caller.query('rollback')
  expect(
    await database.sql(`select a.body from pawl.attempt a join pawl.lane l on l.id = a.lane where l.type = 'new-lane'`),
  ).toEqual([{ body: { n: 2 } }])
  await one.enqueue(job, { n: 3 })
})

test('twenty processes that need a new lane at once make one', async () => {
  const racy = defineJob({ type: 'racy-lane', body, run: () => {} })
  const pawls = Array.from({ length: 20 }, () => testPawl({ url: database.url, jobs: [racy] }))
  await Promise.all(pawls.map((pawl, n) => pawl.enqueue(racy, { n })))
  const lanes = await database.sql(`select count(*)::int as count from pawl.lane where type = 'racy-lane'`)
  expect(lanes).toEqual([{ count: 1 }])
  const [{ count }] = await database.sql(
    `select count(*)::int from pawl.attempt a join pawl.lane l on l.id = a.lane where l.type = 'racy-lane'`,
  )
  expect(count).toBe(20)
})
