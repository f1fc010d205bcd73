import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const secret = 'ada@example.org'
const hold = gate()
const mail = defineJob({
  type: 'mail',
  body: z.object({ to: z.string(), how: z.string(), nested: z.object({ tags: z.array(z.string()) }).optional() }),
  key: ({ to, how }) => `${to}-${how}`.replace(secret, 'ada'),
  retry: { attempts: 2, backoff: () => 1 },
  async run(job) {
    const { to, how } = job.body
    await job.progress({ to })
    await job.step('kept', () => ({ to }))
    if (how === 'waits') await job.waitFor('answer')
    if (how === 'fails') throw new Error(`cannot write to ${to}`)
    if (how === 'dies') throw new PermanentError(`nobody is ${to}`)
    if (how === 'holds') await hold.passed
    return { sent: to }
  },
})
const other = defineJob({ type: 'other', body: z.object({ to: z.string() }), run: () => {} })

beforeEach(() =>
  database.sql(
    'truncate pawl.attempt, pawl.lease, pawl.outcome, pawl.result, pawl.later, pawl.dead, pawl.key, pawl.progress, pawl.step, pawl.signal',
  ),
)

/** Every row of Pawl's tables in which the secret can still be read. */
async function traces(): Promise<string[]> {
  const tables = await database.sql(
    `select relname from pg_class where relnamespace = 'pawl'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { relname } of tables) {
    const rows = await database.sql(`select to_jsonb(t)::text as row from pawl.${relname} t`)
    for (const { row } of rows) if (row.includes(secret)) found.push(`${relname}: ${row}`)
  }
  return found
}

async function ended(...hows: string[]) {
  const pawl = testPawl({ url: database.url, jobs: [mail, other], queues: { mail: { concurrency: 10 } } })
  await pawl.start()
  const jobs = await pawl.enqueueMany(
    mail,
    hows.map((how) => ({ to: secret, how })),
  )
  return { pawl, ids: jobs.map(({ id }) => id) }
}

test('of jobs that have ended nothing is left that could be read, and that they ran is still known', async () => {
  const { pawl, ids } = await ended('sent', 'fails', 'dies', 'waits')
  await reaches(pawl, ids[3]!, 'scheduled')
  await pawl.signal('answer', { from: secret })
  for (const id of ids) await reaches(pawl, id, 'succeeded', 'failed')
  expect((await traces()).length).toBeGreaterThan(10)

  expect(await pawl.erase({ ids })).toEqual({ erased: 4, open: [] })
  expect(await traces()).toEqual([])
  expect(await pawl.job(ids[0]!)).toMatchObject({
    status: 'succeeded',
    body: { erased: true },
    error: null,
    progress: null,
  })
  expect((await pawl.attempts(ids[1]!)).map(({ outcome }) => outcome)).toEqual(['retryable', 'failed'])
  expect(await pawl.deadLetters.list()).toEqual([])
  expect((await pawl.deadLetters.show(ids[1]!))?.endedAs).toBe('discarded')
  await expect(pawl.deadLetters.replay(ids[1]!)).rejects.toMatchObject({ code: 'not-dead' })
  // the key of a dead letter is free again
  expect((await pawl.enqueue(mail, { to: 'x', how: 'dies' }, { key: 'ada-dies' })).duplicate).toBe(false)
  await until('it has ended', async () => (await pawl.deadLetters.list()).length === 1)
  expect(await pawl.erase({ ids })).toEqual({ erased: 4, open: [] })
})

test('a job that has not ended is left as it is, unless it is to be cancelled first', async () => {
  const { pawl, ids } = await ended('holds')
  const scheduled = await pawl.enqueue(mail, { to: secret, how: 'sent' }, { delayMs: 3_600_000 })
  await reaches(pawl, ids[0]!, 'running')
  const all = [...ids, scheduled.id]
  const left = await pawl.erase({ ids: all })
  expect({ ...left, open: [...left.open].sort() }).toEqual({ erased: 0, open: [...all].sort() })
  expect((await pawl.job(scheduled.id))?.body).toMatchObject({ to: secret })

  expect(await pawl.erase({ ids: all }, { cancel: true })).toEqual({ erased: 2, open: [] })
  hold.open()
  await until('its slot is free', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect(await traces()).toEqual([])
  for (const id of all) expect(await pawl.job(id)).toMatchObject({ status: 'cancelled', body: { erased: true } })
})

test('jobs are found by type and key, and by what their body contains', async () => {
  const { pawl, ids } = await ended('sent')
  await reaches(pawl, ids[0]!, 'succeeded')
  expect(await pawl.erase({ type: 'mail', key: 'ada-nothing' })).toEqual({ erased: 0, open: [] })
  expect(await pawl.erase({ type: 'mail', key: 'ada-sent' })).toMatchObject({ open: [] })
  expect(await traces()).toEqual([])

  const nested = await pawl.enqueue(mail, { to: secret, how: 'sent', nested: { tags: ['a', 'b'] } })
  const foreign = await pawl.enqueue(other, { to: secret })
  const later = await pawl.enqueue(mail, { to: secret, how: 'late' }, { delayMs: 3_600_000 })
  await reaches(pawl, nested.id, 'succeeded')
  await reaches(pawl, foreign.id, 'succeeded')
  expect(await pawl.erase({ type: 'mail', body: { nested: { tags: ['b'] } } })).toEqual({ erased: 1, open: [] })
  expect(await pawl.erase({ type: 'mail', body: { to: secret } })).toEqual({ erased: 0, open: [later.id] })
  expect(await pawl.erase({ type: 'mail', body: { to: secret } }, { cancel: true })).toEqual({ erased: 1, open: [] })
  expect((await pawl.job(foreign.id))?.body).toEqual({ to: secret })
  expect(await pawl.erase({ type: 'other', body: { to: secret } })).toEqual({ erased: 1, open: [] })
  expect(await traces()).toEqual([])
})

test('a replayed job takes its letter with it, and the letter its replay', async () => {
  const { pawl, ids } = await ended('dies')
  await reaches(pawl, ids[0]!, 'failed')
  const replay = await pawl.deadLetters.replay(ids[0]!)
  await reaches(pawl, replay.id, 'failed')
  expect(await pawl.erase({ ids: [replay.id] })).toEqual({ erased: 2, open: [] })
  expect(await traces()).toEqual([])
})

test('many jobs are found page by page', async () => {
  const pawl = testPawl({ url: database.url, jobs: [mail, other] })
  const bodies = Array.from({ length: 12_000 }, (_, i) => ({ to: i % 10 === 0 ? secret : 'others' }))
  await pawl.enqueueMany(other, bodies)
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt on conflict do nothing`,
  )
  expect(await pawl.erase({ type: 'other', body: { to: secret } })).toEqual({ erased: 1_200, open: [] })
  expect(await traces()).toEqual([])
})

test('what would erase everything, or nothing by mistake, is refused', async () => {
  const pawl = testPawl({ url: database.url, jobs: [mail, other] })
  await expect(pawl.erase({ type: 'mail', body: {} })).rejects.toThrow(/at least one field/)
  await expect(pawl.erase({ type: 'mial', body: { to: secret } })).rejects.toThrow(/did you mean 'mail'/)
  await expect(pawl.erase({ ids: ['42'] })).rejects.toThrow(/job_/)
  // @ts-expect-error: a filter by queue would be too wide
  await expect(pawl.erase({ queue: 'mail' })).rejects.toThrow(/no option 'queue'/)
})
