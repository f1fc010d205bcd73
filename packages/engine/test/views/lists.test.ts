import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ what: z.enum(['holds', 'fails', 'plain', 'deaf']) })

function world(queue: string) {
  const hold = gate()
  const deaf = gate()
  const job = defineJob({
    type: `job-${queue}`,
    queue,
    body,
    timeoutMs: 100_000,
    run: async ({ body: { what } }) => {
      if (what === 'fails') throw new PermanentError('no')
      if (what === 'holds') await hold.passed
      if (what === 'deaf') await deaf.passed
    },
  })
  // on a slow machine a worker that is given up within a second runs its jobs again, one by one
  const worker = { silenceMs: 30_000 }
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { [queue]: { concurrency: 3 } }, worker })
  return { hold, deaf, job, pawl }
}

const viewOf = async (pawl: ReturnType<typeof testPawl>, queue: string) =>
  (await pawl.queues.list()).find((each) => each.queue === queue)
const poolOf = async (pawl: ReturnType<typeof testPawl>, queue: string) =>
  (await pawl.workers.list()).flatMap(({ pools }) => pools).find((pool) => pool.queue === queue)

test('a process that does not work sees the workers of others, and what the slots of their pools do', async () => {
  const { hold, job, pawl } = world('seen')
  const onlooker = testPawl({ url: database.url, jobs: [] })
  await pawl.enqueueMany(job, [{ what: 'holds' }, { what: 'holds' }])
  await pawl.start()
  await until('two run', async () => (await poolOf(onlooker, 'seen'))?.busy === 2)
  expect(await poolOf(onlooker, 'seen')).toEqual({ queue: 'seen', idle: 1, busy: 2, error: 0 })
  const [worker] = await onlooker.workers.list()
  expect(worker).toMatchObject({ host: hostname(), pid: process.pid, state: 'live' })
  expect(worker!.id).toMatch(/^worker_\d+$/)
  expect(worker!.name).toBe((await onlooker.jobs.list({ status: 'running' })).jobs[0]!.lockedBy)
  expect(worker!.heartbeatAt.getTime()).toBeGreaterThanOrEqual(worker!.startedAt.getTime())
  hold.open()
  await until('all slots are idle', async () => (await poolOf(onlooker, 'seen'))?.idle === 3)
  await pawl.stop()
  expect(await onlooker.workers.list()).toEqual([])
})

test('a worker that is blocked or silent is listed as what it is', async () => {
  const onlooker = testPawl({ url: database.url, jobs: [], worker: { silenceMs: 1_500 } })
  const insert = (name: string, more: string) =>
    database.sql(
      `insert into pawl.worker (id, name, queues, blocked_ms, heartbeat_at, lost_at)
       values (gen_random_uuid(), '${name}', '{}', ${more})`,
    )
  // however long this test takes
  const justNow = `now() + interval '1 hour'`
  await insert('lives', `200, ${justNow}, null`)
  await insert('is blocked', `700, ${justNow}, null`)
  await insert('is silent', `0, now() - interval '5 seconds', null`)
  await insert('was given up', '0, now(), now()')
  const states = (await onlooker.workers.list()).map(({ name, state }) => [name, state])
  expect(states).toEqual([
    ['lives', 'live'],
    ['is blocked', 'blocked'],
    ['is silent', 'silent'],
    ['was given up', 'silent'],
  ])
  await database.sql('delete from pawl.worker')
})

test('a slot whose handler ignores its abort is told of as an error', async () => {
  const { deaf, job, pawl } = world('deaf')
  const { id } = await pawl.enqueue(job, { what: 'deaf' })
  await pawl.start()
  await until('it runs', async () => (await poolOf(pawl, 'deaf'))?.busy === 1)
  await pawl.cancel(id)
  const pool = await until('its slot is in error, and another one has taken its place', async () => {
    const pool = await poolOf(pawl, 'deaf')
    return pool?.error === 1 && pool.idle === 3 && pool
  })
  expect(pool).toEqual({ queue: 'deaf', idle: 3, busy: 0, error: 1 })
  deaf.open()
})

test('queues are listed with what waits, what runs, how fast they go and how much of it fails', async () => {
  const { hold, job, pawl } = world('busy')
  await pawl.enqueueMany(job, Array(6).fill({ what: 'plain' }))
  await pawl.enqueueMany(job, Array(2).fill({ what: 'fails' }))
  await pawl.drain({ keepOpen: true })
  await pawl.enqueueMany(job, Array(5).fill({ what: 'holds' }))
  await pawl.enqueueMany(job, Array(4).fill({ what: 'plain' }), { delayMs: 3_600_000 })
  await database.sql(`update pawl.later set reason = 'retry' where job_id = (select min(job_id) from pawl.later)`)
  await database.sql(
    `update pawl.attempt set run_at = now() - interval '1 hour' where pos = (select max(pos) from pawl.attempt)`,
  )
  const view = await viewOf(pawl, 'busy')
  expect(view).toMatchObject({ paused: false, pending: 5, scheduled: 3, retryable: 1, running: 0, exact: true })
  // what a worker did that has gone since still counts
  expect(view).toMatchObject({ perMinute: 8, errorRate: 0.25 })
  expect(view!.oldestAgeMs).toBeGreaterThanOrEqual(0)
  await pawl.start()
  await until('three run', async () => (await viewOf(pawl, 'busy'))?.running === 3)
  hold.open()
  await until('all have ended', async () => (await viewOf(pawl, 'busy'))?.perMinute === 13)
  expect(await viewOf(pawl, 'busy')).toMatchObject({ pending: 0, running: 0, oldestAgeMs: null, errorRate: 2 / 13 })
})

test('a queue is listed by anybody from the moment that a job, a pause or a worker names it', async () => {
  const onlooker = testPawl({ url: database.url, jobs: [] })
  const names = async () => (await onlooker.queues.list()).map(({ queue }) => queue)
  const { pawl } = world('paused')
  expect(await names()).not.toContain('paused')
  await pawl.queues.pause('paused')
  expect(await viewOf(onlooker, 'paused')).toEqual({
    queue: 'paused',
    paused: true,
    pending: 0,
    scheduled: 0,
    retryable: 0,
    running: 0,
    exact: true,
    oldestAgeMs: null,
    perMinute: 0,
    errorRate: null,
  })
  const worker = world('worked')
  await worker.pawl.start()
  expect(await names()).toContain('worked')
  const { job, pawl: other } = world('used')
  await other.enqueue(job, { what: 'plain' })
  expect(await names()).toContain('used')
})
