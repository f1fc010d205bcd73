import { createPawl, defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownPostgres } from '../support/own-postgres.ts'
import { until } from '../support/until.ts'

const postgres = ownPostgres()

test('stop ends although PostgreSQL does not answer, says so, and the job that could not be settled runs again', async () => {
  const ran: string[] = []
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const hold = defineJob({
    type: 'hold',
    body: z.object({}),
    async run(job) {
      ran.push(job.id)
      if (ran.length === 1) await held
    },
  })
  const worker = { heartbeatMs: 100, silenceMs: 500, abortGraceMs: 100 }
  const pawl = createPawl({ url: postgres.url, jobs: [hold], worker })
  await pawl.start()
  const { id } = await pawl.enqueue(hold, {})
  await until('it runs', () => ran.length === 1)

  const thaw = await postgres.freeze()
  try {
    finish()
    await expect(pawl.stop({ graceMs: 0 })).rejects.toMatchObject({ code: 'stop-cut-off' })
  } finally {
    thaw()
  }

  const next = createPawl({ url: postgres.url, jobs: [hold], worker })
  await next.start()
  await until('it ends', async () => (await next.job(id))?.status === 'succeeded')
  expect(ran.length, 'the settlement may have been on its way').toBeLessThanOrEqual(2)
  await next.stop()
})
