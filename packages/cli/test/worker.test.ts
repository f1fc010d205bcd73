import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { greet, wait } from './fixtures/project/jobs.ts'
import { testDatabase } from './support/database.ts'
import { livePawl, pawl } from './support/pawl-process.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const empty = testDatabase({ empty: true })
const engine = createPawl({ url: database.url, jobs: [greet, wait], migrate: false })
afterAll(() => engine.stop())

const env = { DATABASE_URL: database.url }

test('worker --drain does what there is to do, says how much that was, and ends', async () => {
  await engine.enqueueMany(greet, [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Mary' }])
  const drained = await pawl(['worker', '--drain'], { env })
  expect(drained).toEqual({ code: 0, out: '', err: 'the line is empty: 3 attempts were run\n' })
})

test('a worker finishes or hands back what it runs when it is told to end', async () => {
  const { id } = await engine.enqueue(wait, {})
  const worker = livePawl(['worker'], { env })
  await until('it runs', async () => (await engine.job(id))?.status === 'running')
  worker.signal('SIGTERM')
  expect(await worker.ended).toBe(0)
  await worker.said(/job\.settle .*outcome=deferred .*reason="handed back"/)
  expect(await engine.job(id)).toMatchObject({ status: 'pending', failures: 0, crashes: 0 })
  await engine.cancel(id)
})

test('a worker with --no-migrate refuses a schema that is behind', async () => {
  const { code, err } = await pawl(['worker', '--no-migrate', '--url', empty.url])
  expect(code).toBe(5)
  expect(err).toMatch(/migrations are missing in this database: run pawl migrate/)
})
