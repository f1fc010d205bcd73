import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

test('a claim that brings less than was asked for does not leave the rest of the line to the next poll', async () => {
  const ended: number[] = []
  const waiting: (() => void)[] = []
  let holding = true
  const slow = defineJob({
    type: 'slow',
    body: z.object({ n: z.number() }),
    async run(job) {
      if (holding) await new Promise<void>((resolve) => waiting.push(resolve))
      ended.push(job.body.n)
    },
  })
  const pawl = testPawl({
    url: database.url,
    jobs: [slow],
    queues: { slow: { concurrency: 2 } },
    worker: { pollMs: 600_000 },
  })
  await pawl.enqueueMany(slow, [{ n: 1 }, { n: 2 }, { n: 3 }])
  await pawl.start()
  // Both slots are taken; of what the first claim saw, one is left.
  await until('two run', () => waiting.length === 2)
  await pawl.enqueueMany(slow, [{ n: 4 }, { n: 5 }, { n: 6 }])
  // paused until both slots are free, so that the next claim asks for two at once
  await pawl.queues.pause('slow')
  holding = false
  for (const release of waiting) release()
  await until('both slots are free', () => pawl.slots.every(({ state }) => state === 'idle'))
  await pawl.queues.resume('slow')
  await until('all have run', () => ended.length === 6)
  expect(ended.sort()).toEqual([1, 2, 3, 4, 5, 6])
})
