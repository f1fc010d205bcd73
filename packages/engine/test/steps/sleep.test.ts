import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobOptions, type PawlEvents } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({})
const hourMs = 3_600_000

let types = 0

/** A started Pawl with one slot for one job, enqueued. */
async function begin(run: JobOptions<typeof body>['run'], options: { startBefore?: Date; delayMs?: number } = {}) {
  const job = defineJob({ type: `sleeper-${++types}`, body, retry: { attempts: 1 }, run })
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { [job.type]: { concurrency: 1 } } })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {}, options)
  return { pawl, job, id }
}

test('a job that sleeps gives its slot back, costs no attempt, and goes on where it was', async () => {
  const ran: string[] = []
  const { pawl, id } = await begin(async (job) => {
    await job.step('before', () => void ran.push('before'))
    await job.sleepUntil(hourMs)
    await job.step('after', () => void ran.push('after'))
  })
  const asleep = await reaches(pawl, id, 'scheduled')
  expect(asleep).toMatchObject({ attempt: 1, deferrals: 1, failures: 0, error: { message: 'the job sleeps' } })
  const [{ ms }] = await database.sql(
    `select extract(epoch from j.run_at - s.until)::float8 * 1000 as ms from pawl.jobs j, pawl.step s
      where j.id = $1 and 'job_' || s.job_id::text = $1 and s.kind = 'sleep'`,
    [id],
  )
  expect(ms, 'not before its time').toBeGreaterThanOrEqual(0)
  await until('its slot is idle', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect(ran).toEqual(['before'])

  await advanceTime(database.url, hourMs)
  expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 1, deferrals: 1, failures: 0 })
  expect(ran).toEqual(['before', 'after'])
})

test('a job sleeps until an instant, and one that has passed is not slept for', async () => {
  let runs = 0
  const { pawl, id } = await begin(async (job) => {
    runs++
    await job.sleepUntil(new Date(Date.now() - hourMs))
    await job.sleepUntil(0)
    await job.sleepUntil(new Date('2099-01-01T00:00:00Z'), { name: 'until then' })
  })
  const asleep = await reaches(pawl, id, 'scheduled')
  expect(runs).toBe(1)
  expect(asleep.runAt?.getTime()).toBeGreaterThanOrEqual(new Date('2099-01-01T00:00:00Z').getTime() - 60_000)
})

test('a job that is woken before its time sleeps on for the rest of it', async () => {
  let runs = 0
  const { pawl, id } = await begin(async (job) => {
    runs++
    await job.sleepUntil(hourMs)
  })
  await reaches(pawl, id, 'scheduled')
  await database.sql(`update pawl.later set run_at = clock_timestamp() where 'job_' || job_id::text = $1`, [id])
  const again = await until('it sleeps again', async () => {
    const job = await pawl.job(id)
    return job?.deferrals === 2 && job.status === 'scheduled' && job
  })
  expect(runs).toBe(2)
  const [{ same }] = await database.sql(
    `select s.until > clock_timestamp() + interval '30 minutes' and s.until <= j.run_at as same
       from pawl.step s, pawl.jobs j where j.id = $1 and 'job_' || s.job_id::text = $1`,
    [id],
  )
  expect(same, `until ${again.runAt?.toISOString()}`).toBe(true)
})

test('sleeps are numbered like steps: each is slept once', async () => {
  let runs = 0
  const { pawl, id } = await begin(async (job) => {
    runs++
    for (let i = 0; i < 3; i++) await job.sleepUntil(hourMs)
  })
  for (let i = 1; i <= 3; i++) {
    await until(`it sleeps for the time number ${i}`, async () => {
      const view = await pawl.job(id)
      return view?.status === 'scheduled' && view.deferrals === i
    })
    await advanceTime(database.url, hourMs)
  }
  expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ deferrals: 3 })
  expect(runs).toBe(4)
})

test('a step that runs beside a sleep comes to its end first, and of two sleeps the shorter one wakes', async () => {
  const hold = gate()
  const { pawl, id } = await begin(async (job) => {
    await Promise.all([
      job.sleepUntil(5 * hourMs, { name: 'long' }),
      job.sleepUntil(hourMs, { name: 'short' }),
      job.step('work', () => hold.passed.then(() => 'done')),
    ])
  })
  await until('both sleeps are on record', async () => {
    const rows = await database.sql(`select from pawl.step where 'job_' || job_id::text = $1`, [id])
    return rows.length === 2
  })
  expect((await pawl.job(id))?.status).toBe('running')
  hold.open()
  await reaches(pawl, id, 'scheduled')
  await advanceTime(database.url, hourMs)
  await until('it sleeps for the longer one', async () => {
    const view = await pawl.job(id)
    return view?.status === 'scheduled' && view.deferrals === 2
  })
  const names = await database.sql(`select name from pawl.step where 'job_' || job_id::text = $1 order by name`, [id])
  expect(names.map(({ name }) => name)).toEqual(['long', 'short', 'work'])
  await advanceTime(database.url, 4 * hourMs)
  await reaches(pawl, id, 'succeeded')
})

test('a handler that catches everything is suspended all the same, nothing that it does after counts, and it is told', async () => {
  const late: PawlEvents['job.late-error'][] = []
  const refused: string[] = []
  const heard = gate()
  const { pawl, id } = await begin(async (job) => {
    const code = (error: { code: string }) => void refused.push(error.code)
    await heard.passed
    await job.sleepUntil(hourMs).catch(code)
    await job.step('after', () => 1).catch(code)
    await job.commit(async () => {}).catch(code)
    return 'as if nothing had been'
  })
  pawl.on('job.late-error', (event) => late.push(event))
  heard.open()
  await reaches(pawl, id, 'scheduled')
  expect(refused).toEqual(['suspended', 'suspended', 'suspended'])
  expect(late).toMatchObject([{ id, error: { code: 'suspension-caught' } }])
  await pawl.cancel(id)
})

test('finally blocks run when a job falls asleep', async () => {
  const closed: string[] = []
  const { pawl, id } = await begin(async (job) => {
    try {
      await job.sleepUntil(hourMs)
    } finally {
      closed.push('file')
    }
  })
  await reaches(pawl, id, 'scheduled')
  expect(closed).toEqual(['file'])
})

test('a job that sleeps can be cancelled', async () => {
  const { pawl, id } = await begin((job) => job.sleepUntil(hourMs))
  await reaches(pawl, id, 'scheduled')
  expect(await pawl.cancel(id)).toMatchObject({ cancelled: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'cancelled' })
})

test('a job that was started in time does not expire in its sleep', async () => {
  const { pawl, id } = await begin((job) => job.sleepUntil(2 * hourMs), { startBefore: new Date(Date.now() + hourMs) })
  await reaches(pawl, id, 'scheduled')
  await advanceTime(database.url, 2 * hourMs)
  expect(await reaches(pawl, id, 'succeeded', 'failed')).toMatchObject({ status: 'succeeded' })
})

test('an attempt that is aborted for another reason does not fall asleep', async () => {
  const hold = gate()
  const { pawl, id } = await begin(async (job) => {
    await Promise.all([job.sleepUntil(hourMs), job.step('held', () => hold.passed)])
  })
  await until('the sleep is on record', async () => {
    const rows = await database.sql(`select from pawl.step where 'job_' || job_id::text = $1`, [id])
    return rows.length === 1
  })
  await pawl.cancel(id)
  await until('its handler has learned of it', () => pawl.slots.every(({ state }) => state === 'idle'))
  hold.open()
  expect(await pawl.job(id)).toMatchObject({ status: 'cancelled', deferrals: 0 })
})

test('what is no time is refused', async () => {
  for (const when of [new Date(Number.NaN), -1, Number.NaN, '5' as unknown as number]) {
    const { pawl, id } = await begin((job) => job.sleepUntil(when))
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { code: 'invalid-option' } })
  }
})
