import { defineJob, type Pawl } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { readJob } from '../../src/routes/jobs/read-job.ts'
import { timeline } from '../../src/routes/jobs/timeline.ts'
import { testPawl } from '../support/test-server.ts'

const database = testDatabase()
const flaky = defineJob({
  type: 'flaky',
  body: z.object({}),
  retry: { attempts: 2, backoff: () => 3_600_000 },
  run(job) {
    if (job.attempt === 1) throw new Error('not yet')
  },
})

/** As the Pawl, but for what happens after it was asked for the job the first so many times. */
function disturbed(pawl: Pawl, ...steps: (() => Promise<unknown>)[]): Pick<Pawl, 'job' | 'attempts'> {
  return {
    attempts: (id) => pawl.attempts(id),
    async job(id) {
      const job = await pawl.job(id)
      await steps.shift()?.()
      return job
    },
  }
}

test('a job that goes on while it is read is told as of one instant, and nothing that happened is left out', async () => {
  const pawl = testPawl(database, { jobs: [flaky] })
  const { id } = await pawl.enqueue(flaky, {})
  const run = () => pawl.drain({ keepOpen: true })
  await run()
  const secondTry = async () => {
    await pawl.runNow(id)
    await run()
  }
  const history = await readJob(disturbed(pawl, secondTry), id)
  expect(history?.job.status).toBe('succeeded')
  const kinds = timeline(history!.job, history!.attempts).map(({ kind }) => kind)
  expect(kinds).toEqual(['enqueued', 'lined-up', 'settled', 'lined-up', 'settled', 'ended'])
})

test('a job that changes faster than it can be read is told all the same', async () => {
  const pawl = testPawl(database, { jobs: [flaky] })
  const { id } = await pawl.enqueue(flaky, {}, { delayMs: 3_600_000 })
  let seconds = 0
  const restless: Pick<Pawl, 'job' | 'attempts'> = {
    attempts: (of) => pawl.attempts(of),
    async job(of) {
      const job = await pawl.job(of)
      return job && { ...job, runAt: new Date(++seconds * 1_000) }
    },
  }
  expect((await readJob(restless, id))?.job).toMatchObject({ id, status: 'scheduled' })
  expect(await readJob(pawl, 'job_999999999')).toBeUndefined()
})
