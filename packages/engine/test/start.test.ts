import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

function makeJob() {
  const seen: number[] = []
  const job = defineJob({ type: 'see', body: z.number(), run: ({ body }) => void seen.push(body) })
  return { job, seen }
}

test('a start that failed can be tried again, and then works', async () => {
  const { job, seen } = makeJob()
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await database.sql('alter table pawl.worker rename to worker_elsewhere')
  await expect(pawl.start()).rejects.toThrow('worker')
  await database.sql('alter table pawl.worker_elsewhere rename to worker')
  await pawl.start()
  await pawl.enqueue(job, 1)
  await until('the job has run', () => seen.length === 1)
})

test('calls of start that come together start one worker', async () => {
  const { job } = makeJob()
  const pawl = testPawl({ url: database.url, jobs: [job], worker: { name: 'only' }, migrate: true })
  await Promise.all([pawl.start(), pawl.start(), pawl.start()])
  await pawl.start()
  expect(await database.sql(`select name from pawl.worker where name = 'only'`)).toHaveLength(1)
})

test('a Pawl that is stopped while it starts does not go on to work', async () => {
  const { job } = makeJob()
  const pawl = testPawl({ url: database.url, jobs: [job], worker: { name: 'too-late' }, migrate: true })
  const heard: string[] = []
  pawl.on('worker.stop', ({ worker }) => void heard.push(worker))
  const starting = pawl.start()
  await pawl.stop()
  await expect(starting).rejects.toMatchObject({ code: 'stopped' })
  expect(heard, 'nobody had started').toEqual([])
  expect(await database.sql(`select name from pawl.worker where name = 'too-late'`)).toHaveLength(0)
})
