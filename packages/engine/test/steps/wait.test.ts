import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type Job, type PawlEvents } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ n: z.number().default(0) })
const hourMs = 3_600_000

let types = 0

function waiting(run: (job: Job<{ n: number }>) => unknown) {
  const job = defineJob({ type: `waiter-${++types}`, body, retry: { attempts: 1 }, run })
  return { job, pawl: testPawl({ url: database.url, jobs: [job] }), event: `event-${types}` }
}

test('a job that waits gives its slot back until the signal comes, and gets its payload', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const sent: PawlEvents['signal.send'][] = []
  pawl.on('signal.send', (told) => sent.push(told))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await reaches(pawl, id, 'scheduled')).toMatchObject({
    runAt: null,
    error: { message: `the job waits for '${event}'` },
  })
  await until('its slot is idle', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect(await pawl.signal(event, { paid: true })).toEqual({ woken: 1 })
  expect(await pawl.result(id)).toEqual({ paid: true })
  expect(await pawl.job(id)).toMatchObject({ attempt: 1, deferrals: 1, failures: 0 })
  expect(sent).toEqual([{ event, woken: 1 }])
})

test('a signal that was sent after the job was enqueued and before it waits is not missed', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const { id } = await pawl.enqueue(job, {})
  expect(await pawl.signal(event, 'early')).toEqual({ woken: 0 })
  await pawl.start()
  expect(await pawl.result(id)).toBe('early')
  expect(await pawl.job(id)).toMatchObject({ deferrals: 0 })
})

test('a signal that was sent before the job was enqueued is none of its business', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  await pawl.signal(event, 'old')
  const { id } = await pawl.enqueue(job, {})
  await pawl.start()
  await reaches(pawl, id, 'scheduled')
  await pawl.signal(event, 'new')
  expect(await pawl.result(id)).toBe('new')
})

test('a signal without a payload is null, and a wait whose time is up is undefined, for good', async () => {
  const seen: unknown[] = []
  const { job, pawl, event } = waiting(async (job) => {
    seen.push(await job.waitFor(event))
    seen.push(await job.waitFor(`${event}-never`, { timeoutMs: hourMs }))
    if (job.body.n === 0) await job.sleepUntil(hourMs)
  })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reaches(pawl, id, 'scheduled')
  await pawl.signal(event)
  await until('it waits for the second one', async () => (await pawl.job(id))?.deferrals === 2)
  await advanceTime(database.url, hourMs)
  await until('it sleeps', async () => (await pawl.job(id))?.deferrals === 3)
  expect(await pawl.signal(`${event}-never`, 'too late'), 'nobody waits for it any more').toEqual({ woken: 0 })
  await advanceTime(database.url, hourMs)
  await reaches(pawl, id, 'succeeded')
  expect(seen).toEqual([null, null, undefined, null, undefined])
})

test('a signal that came in time counts, although the job comes to it after its time', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event, { timeoutMs: hourMs }))
  await pawl.enqueue(job, {})
  const { id } = await pawl.enqueue(job, { n: 1 })
  await pawl.drain({ keepOpen: true })
  await pawl.signal(event, 'in time')
  // in line, and nobody works: its hour passes
  await database.sql(`update pawl.step set until = clock_timestamp() where kind = 'wait' and not done`)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toBe('in time')
})

test('waits for the same event get one signal each, in the order in which they were sent', async () => {
  const { job, pawl, event } = waiting(async (job) => [
    await job.waitFor(event),
    await job.waitFor(event),
    ...(await Promise.all([job.waitFor(event), job.waitFor(event)])),
  ])
  const { id } = await pawl.enqueue(job, {})
  for (const n of [1, 2]) await pawl.signal(event, n)
  await pawl.start()
  await reaches(pawl, id, 'scheduled')
  for (const n of [3, 4]) await pawl.signal(event, n)
  expect(await pawl.result(id)).toEqual([1, 2, 3, 4])
})

test('a signal goes to all who wait for it, in whichever process, and to each once', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const other = testPawl({ url: database.url, jobs: [job] })
  const ids = await pawl.enqueueMany(
    job,
    Array.from({ length: 30 }, (_, n) => ({ n })),
  )
  await pawl.start()
  await other.start()
  for (const { id } of ids) await reaches(pawl, id, 'scheduled')
  expect(await other.signal(event, 'all')).toEqual({ woken: 30 })
  for (const { id } of ids) expect(await pawl.result(id)).toBe('all')
  const [{ steps }] = await database.sql(
    `select count(*)::int as steps from pawl.step where kind = 'wait' and name like $1 and signal is not null`,
    [`${event}%`],
  )
  expect(steps).toBe(30)
})

test('waits side by side wait together: the signal that comes first is kept', async () => {
  const { job, pawl, event } = waiting(async (job) => {
    const waits = [
      job.waitFor(`${event}-a`),
      job.waitFor(`${event}-b`, { timeoutMs: hourMs }),
      job.waitFor(`${event}-c`),
    ]
    return (await Promise.all(waits)).map((payload) => payload ?? null)
  })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await reaches(pawl, id, 'scheduled')).toMatchObject({
    error: { message: `the job waits for '${event}-a', '${event}-b', '${event}-c'` },
  })
  expect(await pawl.signal(`${event}-c`, 3)).toEqual({ woken: 1 })
  await until('it waits for the others', async () => (await pawl.job(id))?.deferrals === 2)
  await advanceTime(database.url, hourMs)
  await until('it waits for the last one', async () => {
    const view = await pawl.job(id)
    return view?.deferrals === 3 && view.status === 'scheduled'
  })
  await pawl.signal(`${event}-a`, 1)
  expect(await pawl.result(id)).toEqual([1, null, 3])
})

test('a job that is cancelled while it waits gets nothing', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reaches(pawl, id, 'scheduled')
  await pawl.cancel(id)
  expect(await pawl.signal(event)).toEqual({ woken: 0 })
  expect(await pawl.job(id)).toMatchObject({ status: 'cancelled' })
})

test('a signal is kept for its time and no longer, and those whose time is over are removed', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const { id } = await pawl.enqueue(job, {})
  await pawl.signal(event, 'brief', { keepMs: 1_000 })
  await advanceTime(database.url, 1_000)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'scheduled' })
  await pawl.signal('other')
  expect(await database.sql('select from pawl.signal where event = $1', [event])).toEqual([])
  const [{ days }] = await database.sql(
    `select round(extract(epoch from until - at) / 86400)::int as days from pawl.signal where event = 'other'`,
  )
  expect(days).toBe(7)
})

test('wrong events and payloads are refused with advice', async () => {
  const { job, pawl } = waiting((job) => job.waitFor('', { timeoutMs: 1 }))
  await expect(pawl.signal('')).rejects.toThrow(/the event of a signal must be a text of 1 to 200 characters/)
  await expect(pawl.signal('x', 10n)).rejects.toThrow(/the payload of the signal 'x' cannot be kept/)
  await expect(pawl.signal('x', 'y'.repeat(70_000))).rejects.toThrow(/has 70002 bytes/)
  await expect(pawl.signal('x', 1, { keep: 5 } as object)).rejects.toThrow(/no option 'keep'/)
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { code: 'invalid-option' } })
})

test('a signal that is being sent while a job begins to wait is not lost', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const { id } = await pawl.enqueue(job, {})
  const sender = await database.connect()
  await sender.query('begin')
  await sender.query('select pawl.send_signal($1, $2, 60000)', [event, '"at the same time"'])
  await pawl.start()
  // it has not found the signal, and cannot begin to wait before that is decided
  await until('its suspension waits for the sender', () => isBlocked('pawl.suspend'))
  await sender.query('commit')
  expect(await pawl.result(id)).toBe('at the same time')
})

test('a signal that is sent while a job is being suspended waits for that, and wakes it', async () => {
  const { job, pawl, event } = waiting((job) => job.waitFor(event))
  const holder = await database.connect()
  const { id } = await pawl.enqueue(job, {})
  await holder.query('begin')
  // the suspension has the event's lock when it comes to the outcome
  await holder.query(`insert into pawl.outcome (pos, kind) values ($1, 'moved')`, [Number(id.slice(4))])
  await pawl.start()
  await until('its suspension is under way', () => isBlocked('pawl.suspend'))
  const sent = pawl.signal(event, 'after it')
  await until('the sender waits', () => isBlocked('pawl.send_signal'))
  await holder.query('rollback')
  expect(await sent).toEqual({ woken: 1 })
  expect(await pawl.result(id)).toBe('after it')
})

/** A statement that calls this function waits for a lock. */
async function isBlocked(called: string): Promise<boolean> {
  const rows = await database.sql(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
    [called],
  )
  return rows.length === 1
}
