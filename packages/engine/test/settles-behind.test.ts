import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const jobs = 15_000

test.each([
  ['at once', () => {}],
  ['later', async () => {}],
])(
  'a worker whose outcomes cannot be written claims no more after a while: its handlers return %s',
  async (how, run) => {
    const quick = defineJob({ type: `quick ${how}`, queue: 'quick', body: z.object({}), run })
    const pawl = testPawl({ url: database.url, jobs: [quick] })
    let claimed = 0
    pawl.on('job.claim', ({ count }) => {
      claimed += count
    })
    await pawl.enqueueMany(quick, Array(jobs).fill({}))
    const holder = await database.connect()
    await holder.query('begin; lock table pawl.outcome in share mode')
    await pawl.start()
    await until('it has claimed ahead', async () => claimed > 1_000)
    // time to go on, for one that does
    await pause(500)
    expect(claimed).toBeLessThan(jobs / 2)

    await holder.query('rollback')
    await pawl.drain()
    expect(claimed).toBe(jobs)
    await pawl.stop()
  },
)
