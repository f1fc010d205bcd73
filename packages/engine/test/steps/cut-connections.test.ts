import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({})
const retry = { attempts: 5, backoff: fixed({ delayMs: 1 }) }

beforeAll(() => database.sql('create table effect (attempt int not null)'))

const positionOf = (id: string) => Number(id.slice(4))

/** Ends the connections of steps and commits that run this, or all of them. Returns how many. */
async function cut(running = ''): Promise<number> {
  const rows = await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'pawl commit' and query like '%' || $1 || '%'`,
    [running],
  )
  return rows.length
}

test('a step whose connection is cut while its result is written is kept after all, and does not run again', async () => {
  let runs = 0
  const client = await database.connect()
  const job = defineJob({
    type: 'cut-write',
    body,
    retry,
    async run(job) {
      await job.step('one', async () => {
        runs++
        // its write will wait for this
        await client.query('begin')
        await client.query('select from pawl.attempt where pos = $1 for update', [positionOf(job.id)])
      })
      return job.attempt
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const errors: PawlEvents['service.error'][] = []
  pawl.on('service.error', (event) => void errors.push(event))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await until('its write is under way, and is cut', async () => (await cut('%step%')) > 0)
  await until('that is told', () => errors.some(({ service }) => service === 'steps'))
  await client.query('commit')
  expect(await pawl.result(id)).toBe(1)
  expect(runs).toBe(1)
  expect(await database.sql('select name from pawl.step where job_id = $1', [positionOf(id)])).toEqual([
    { name: 'one' },
  ])
})

test('a transaction of a step whose connection is cut is rolled back, and written once without another attempt', async () => {
  const [inside, go] = [gate(), gate()]
  let runs = 0
  const job = defineJob({
    type: 'cut-transaction',
    body,
    retry,
    async run(job) {
      await job.step(
        'one',
        async (tx) => {
          await tx.query('insert into effect values ($1)', [++runs])
          inside.open()
          await go.passed
        },
        { tx: true },
      )
      return job.attempt
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await inside.passed
  expect(await cut()).toBeGreaterThan(0)
  go.open()
  expect(await pawl.result(id)).toBe(1)
  expect(await database.sql('select attempt as run from effect')).toEqual([{ run: 2 }])
})

test('a step that goes on when its connection was cut does not keep its attempt from ending', async () => {
  const inside = gate()
  let runs = 0
  const job = defineJob({
    type: 'goes-on',
    body,
    retry,
    async run(job) {
      if (++runs > 1) return 'the next'
      const late = gate()
      const step = job.step(
        'one',
        async (tx) => {
          await tx.query('select')
          inside.open()
          await late.passed
        },
        { tx: true },
      )
      const error = await step.catch((error) => error)
      late.open()
      await new Promise((resolve) => setImmediate(resolve))
      throw error
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await inside.passed
  expect(await cut()).toBeGreaterThan(0)
  expect(await pawl.result(id)).toBe('the next')
})
