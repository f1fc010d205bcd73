import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { keepMs, size, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const ran: number[] = []
const job = defineJob({
  type: 'boxed',
  body: z.object({ n: z.number() }),
  run: ({ body }) => void ran.push(body.n),
})

/** As if all of it came from a cluster whose transaction ids are far ahead, and the sequence had been left behind. */
async function comesFromAnotherCluster(): Promise<void> {
  const ahead = (ids: string) => ids.replace(/\d+/g, (digits) => String(Number(digits) + 1_000_000_000))
  for (const { pos, xid } of await database.sql('select pos, xid::text from pawl.attempt')) {
    await database.sql('update pawl.attempt set xid = $2 where pos = $1', [pos, ahead(xid)])
  }
  const leases = await database.sql('select lane, turn, base::text, win::text, xid::text from pawl.lease')
  for (const { lane, turn, base, win, xid } of leases) {
    const values = [lane, turn, ahead(base), ahead(win), ahead(xid)]
    await database.sql('update pawl.lease set base = $3, win = $4, xid = $5 where lane = $1 and turn = $2', values)
  }
  await database.sql(`alter sequence pawl.position restart`)
}

/** As an enqueue would, with the sequence where a dump would have set it. */
async function enqueuedEarly(n: number): Promise<string> {
  await database.sql(`select setval('pawl.position', (select max(pos) from pawl.attempt))`)
  const [{ pos }] = await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts) select lane, jsonb_build_object('n', $1::int), 3 from pawl.attempt limit 1
     returning pos`,
    [n],
  )
  return `job_${pos}`
}

test('a ledger whose first partitions are gone is adopted by another cluster, and goes on', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }])
  await pawl.drain({ keepOpen: true })
  for (let i = 0; i < 3; i++) {
    await service.turnOver()
    await service.age(keepMs + 1)
    await service.run()
  }
  expect(service.dropped).toHaveLength(3)
  await pawl.enqueue(job, { n: 3 })
  await pawl.drain({ keepOpen: true })
  const waiting = await pawl.enqueue(job, { n: 4 })
  await comesFromAnotherCluster()
  // by somebody who does not know yet; its transaction id is of this cluster
  const early = await enqueuedEarly(6)

  await migrate(database.url)
  const fresh = await pawl.enqueue(job, { n: 5 })
  await pawl.start()
  for (const id of [waiting.id, early, fresh.id]) await reaches(pawl, id, 'succeeded')
  expect([...ran].sort()).toEqual([1, 2, 3, 4, 5, 6])
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  await service.drops(closed)
  expect(service.dropped).toHaveLength(4)
  const last = await pawl.enqueue(job, { n: 7 })
  await reaches(pawl, last.id, 'succeeded')
})
