import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const note = defineJob({
  type: 'note',
  body: z.object({ fail: z.boolean() }),
  retry: { attempts: 1 },
  run(job) {
    if (job.body.fail) throw new TypeError('as it was told')
  },
})

test('run times are counted by the bounds that were asked for, also those of handlers that commit', async () => {
  const committed = defineJob({
    type: 'committed',
    body: z.object({}),
    async run(job) {
      await job.commit(async () => {})
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [note, committed] })
  const { cursor } = await pawl.ledger.outcomes()
  await pawl.enqueueMany(note, [{ fail: false }, { fail: true }, { fail: false }])
  const { id } = await pawl.enqueue(committed, {})
  await pawl.drain({ keepOpen: true })
  // a run of exactly so long is among those up to it
  await database.sql(`update pawl.outcome set duration_ms = 10 where duration_ms is not null`)
  const runs = async (runsUpToMs: number[]) => (await pawl.ledger.outcomes({ after: cursor, runsUpToMs })).runs
  const byType = (list: Awaited<ReturnType<typeof runs>>) =>
    list.map(({ type, outcome, upToMs, count, ms }) => [type, outcome, upToMs, count, ms]).sort()
  expect(byType(await runs([5, 10, 20]))).toEqual([
    ['committed', 'succeeded', 10, 1, 10],
    ['note', 'failed', 10, 1, 10],
    ['note', 'succeeded', 10, 2, 20],
  ])
  expect(new Set((await runs([1, 9])).map(({ upToMs }) => upToMs))).toEqual(new Set([null]))
  expect((await pawl.ledger.outcomes({ after: cursor })).runs).toEqual([])
  expect((await pawl.attempts(id))[0]!.durationMs).toBe(10)
  await expect(runs([2, 1])).rejects.toThrow('must be a list of numbers that rise')
})
