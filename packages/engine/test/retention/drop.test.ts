import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { keepMs, partitionTables, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const ran: number[] = []
const job = defineJob({
  type: 'kept',
  body: z.object({ n: z.number() }),
  run: ({ body }) => {
    ran.push(body.n)
    return body.n
  },
})

test('history goes when it was kept for long enough, and not before', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const old = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  const closed = await service.turnOver()
  const young = await pawl.enqueue(job, { n: 2 })
  await pawl.drain({ keepOpen: true })

  await service.age(keepMs - 60_000)
  await service.run()
  expect((await pawl.job(old.id))?.status).toBe('succeeded')

  await service.age(60_001)
  await service.run()
  expect(service.dropped).toEqual([closed])
  expect(await pawl.job(old.id)).toBeUndefined()
  expect((await pawl.job(young.id))?.status).toBe('succeeded')
  expect(await partitionTables(database)).not.toContain(`attempt_${closed}`)
  expect(await partitionTables(database)).not.toContain(`lease_${closed}`)
})

test('what still waits is moved to the front, keeps its id and its order, and runs once', async () => {
  ran.length = 0
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { kept: { concurrency: 1 } } })
  const waiting = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
  const closed = await service.turnOver()
  await pawl.enqueue(job, { n: 4 })
  await service.age(keepMs + 1)
  await service.run()
  expect(service.dropped).toContain(closed)
  expect(service.events('retention.move')).toMatchObject([{ partition: closed, count: 3 }])
  for (const { id } of waiting) expect(await pawl.job(id)).toMatchObject({ id, status: 'pending', attempt: 1 })
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1, 2, 3, 4])
})

test('what a worker runs keeps its partition until it has ended, and then goes with it', async () => {
  const hold = gate()
  const long = defineJob({ type: 'long', body: z.object({}), run: () => hold.passed })
  const pawl = testPawl({ url: database.url, jobs: [long] })
  await pawl.start()
  const { id } = await pawl.enqueue(long, {})
  await reaches(pawl, id, 'running')
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  await service.run()
  expect(service.dropped).not.toContain(closed)
  expect(service.events('retention.wait')).toMatchObject([{ partition: closed, reason: 'running' }])
  hold.open()
  await reaches(pawl, id, 'succeeded')
  await until('it goes, once the heartbeat says that nothing of it is open', async () => {
    await service.run()
    return service.dropped.includes(closed)
  })
})
