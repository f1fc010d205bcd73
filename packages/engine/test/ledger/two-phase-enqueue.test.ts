import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ran: number[] = []
const job = defineJob({
  type: 'two-phase',
  body: z.object({ n: z.number() }),
  run: ({ body }) => void ran.push(body.n),
})

test('a job enqueued in a two-phase commit wakes nobody, and is found by polling after the second phase', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const client = await database.connect()
  const [committed, aborted] = [randomUUID(), randomUUID()]
  for (const [n, id] of [committed, aborted].entries()) {
    await client.query('begin')
    await pawl.enqueue(job, { n }, { tx: client, twoPhase: true })
    await pawl.enqueueMany(job, [{ n: n + 10 }], { tx: client, twoPhase: true, delayMs: 1 })
    await client.query(`prepare transaction '${id}'`)
  }
  const plain = await pawl.enqueue(job, { n: 100 })
  await until('others are not held up', async () => (await pawl.job(plain.id))?.status === 'succeeded')
  expect(ran).toEqual([100])
  await client.query(`rollback prepared '${aborted}'`)
  await client.query(`commit prepared '${committed}'`)
  await until('the prepared ones have run', () => ran.length === 3)
  expect(ran.sort((a, b) => a - b)).toEqual([0, 10, 100])
})

test('without saying so it would wake workers, and PostgreSQL refuses to prepare that', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const client = await database.connect()
  await client.query('begin')
  await pawl.enqueue(job, { n: 1 }, { tx: client })
  await expect(client.query(`prepare transaction '${randomUUID()}'`)).rejects.toMatchObject({ code: '0A000' })
  await expect(pawl.enqueue(job, { n: 1 }, { twoPhase: true })).rejects.toMatchObject({ code: 'invalid-option' })
})
