import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()

test('a Pawl that only stops working finishes what runs, still answers, and can start again', async () => {
  const [entered, leave] = [gate(), gate()]
  const held = defineJob({
    type: 'held',
    body: z.object({}),
    async run() {
      entered.open()
      await leave.passed
      return 'done'
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [held], worker: { shutdownGraceMs: 60_000 } })
  await pawl.start()
  const { id } = await pawl.enqueue(held, {})
  await entered.passed
  const stopped = pawl.stop({ keepOpen: true })
  leave.open()
  await stopped
  expect((await pawl.job(id))?.status).toBe('succeeded')
  expect(await pawl.workers.list()).toEqual([])
  const { id: next } = await pawl.enqueue(held, {})
  expect((await pawl.job(next))?.status).toBe('pending')
  await pawl.stop({ keepOpen: true })
  await pawl.start()
  expect(await pawl.result(next)).toBe('done')
  await pawl.stop()
  await expect(pawl.enqueue(held, {})).rejects.toThrow('was stopped')
})

test('a second stop hands back at once what the first one waits for', async () => {
  const entered = gate()
  const endless = defineJob({
    type: 'endless',
    body: z.object({}),
    async run(job) {
      entered.open()
      await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [endless], worker: { shutdownGraceMs: 3_600_000 } })
  await pawl.start()
  const { id } = await pawl.enqueue(endless, {})
  await entered.passed
  const first = pawl.stop({ keepOpen: true })
  await pawl.stop({ keepOpen: true, graceMs: 0 })
  await first
  expect((await pawl.job(id))?.status).toBe('pending')
})
