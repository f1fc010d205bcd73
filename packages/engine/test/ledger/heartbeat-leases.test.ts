import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

test('a heartbeat carries the open leases of its worker and what runs, and forgets them when they are settled', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const job = defineJob({ type: 'held', body: z.object({}), run: () => released })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  const reported = await until('the lease is reported', async () => {
    const [row] = await database.sql('select leases, running::text from pawl.worker')
    return row.leases.length > 0 && row.running !== '{}' && row
  })
  const [lease] = await database.sql(`select lane || ':' || turn as name, positions::text from pawl.lease`)
  expect(reported).toEqual({ leases: [lease.name], running: lease.positions })
  release()
  await until('it is settled', async () => (await pawl.job(id))?.status === 'succeeded')
  await until('the lease is reported no more', async () => {
    const [row] = await database.sql('select leases, running::text from pawl.worker')
    // it may stand by meanwhile, which is told by another turn
    return !row.leases.includes(lease.name) && row.running === '{}'
  })
})
