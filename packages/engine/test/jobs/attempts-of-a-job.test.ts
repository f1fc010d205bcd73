import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AttemptView, defineBatchJob, defineJob, defineStages, fixed, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const { url } = testDatabase()
const retry = { attempts: 3, backoff: fixed({ delayMs: 0 }) }
const outcomesOf = (attempts: readonly AttemptView[]) => attempts.map(({ outcome }) => outcome)

test('a handler sees the earlier attempts of its job with their outcomes, and itself as the last one', async () => {
  const seen: (readonly AttemptView[])[] = []
  const flaky = defineJob({
    type: 'flaky',
    body: z.object({}),
    retry,
    async run(job) {
      seen.push(await job.attempts())
      if (seen.length === 1) return job.defer(0, 'not yet')
      if (seen.length === 2) throw new Error('not there')
      return undefined
    },
  })
  const pawl = testPawl({ url, jobs: [flaky] })
  const { id } = await pawl.enqueue(flaky, {})
  await pawl.drain({ keepOpen: true })
  expect(seen.map(outcomesOf)).toEqual([[null], ['deferred', null], ['deferred', 'retryable', null]])
  expect(seen[2]![1]!.error).toMatchObject({ message: 'not there' })
  const positions = (await pawl.attempts(id)).map(({ position }) => position)
  expect(seen[2]!.map(({ position }) => position)).toEqual(positions)
})

test('so do a stage and each job of a batch', async () => {
  const seen: unknown[] = []
  const report = defineStages('looked-back', [
    stage('only', {
      retry,
      async run(_, job) {
        seen.push(outcomesOf(await job.attempts()))
        if (seen.length === 1) throw new Error('not there')
      },
    }),
  ])
  const batch = defineBatchJob({
    type: 'batched',
    body: z.object({}),
    batch: 10,
    async run(jobs) {
      for (const job of jobs) seen.push(outcomesOf(await job.attempts()))
    },
  })
  const pawl = testPawl({ url, jobs: [batch], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', {})
  await pawl.drain({ keepOpen: true })
  await pawl.enqueue(batch, {})
  await pawl.drain({ keepOpen: true })
  expect(seen).toEqual([[null], ['retryable', null], [null]])
})
