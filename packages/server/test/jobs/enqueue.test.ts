import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { invoice, mail } from '../support/jobs.ts'
import { testServer } from '../support/test-server.ts'

const database = testDatabase()
const jobs = [mail, invoice]

test('a job is accepted, found where the answer says, and carries what came with it', async () => {
  const { ask, pawl } = await testServer(database, { pawl: { jobs } })
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const answer = await ask('/api/jobs', {
    method: 'POST',
    json: { type: 'mail.send', body: { to: 'ada' }, priority: 2, delayMs: 60_000 },
    headers: { traceparent },
  })
  expect(answer.status).toBe(202)
  const accepted = (await answer.json()) as { id: string }
  expect(accepted).toMatchObject({
    duplicate: false,
    envelope: {
      header: { job_id: accepted.id, type: 'mail.send', version: 1, attempt: 1, max_attempts: 1 },
      body: { to: 'ada' },
      tracing: { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' },
    },
  })
  expect(answer.headers.get('location')).toBe(`/api/jobs/${accepted.id}`)
  expect(await pawl.job(accepted.id)).toMatchObject({ status: 'scheduled', priority: 2, trace: traceparent })
  const shown = await (await ask(`/api/jobs/${accepted.id}`)).json()
  expect(shown).toMatchObject({ trace: traceparent, traceId: '0af7651916cd43dd8448eb211c80319c' })
})

test('what a job came to can be read: state, attempts, timeline, result', async () => {
  const { ask, pawl } = await testServer(database, { pawl: { jobs } })
  const [good, bad] = await pawl.enqueueMany(mail, [{ to: 'ada' }, { to: 'bob', fail: true }])
  await pawl.drain({ keepOpen: true })
  const shown = (await (await ask(`/api/jobs/${good!.id}`)).json()) as { timeline: { kind: string }[] }
  expect(shown).toMatchObject({
    status: 'succeeded',
    result: { sentTo: 'ada' },
    attempts: [{ number: 1, outcome: 'succeeded' }],
  })
  expect(shown.timeline.map(({ kind }) => kind)).toEqual(['enqueued', 'lined-up', 'settled', 'ended'])
  expect(await (await ask(`/api/jobs/${bad!.id}`)).json()).toMatchObject({
    status: 'failed',
    error: { message: 'no such mailbox' },
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'ended', state: 'failed' })]),
  })
})

test('a batch is enqueued whole, in its order, with options of each', async () => {
  const { ask, pawl } = await testServer(database, { pawl: { jobs } })
  const batch = Array.from({ length: 1_000 }, (_, i) =>
    i % 2 === 0
      ? { type: 'mail.send', body: { to: `batch ${i}` }, delayMs: 3_600_000 }
      : { type: 'invoice.print', body: { number: i }, priority: i % 3, delayMs: 3_600_000 },
  )
  const answer = await ask('/api/jobs/batch', { method: 'POST', json: { jobs: batch } })
  expect(answer.status).toBe(202)
  const made = ((await answer.json()) as { jobs: { id: string }[] }).jobs
  expect(made).toHaveLength(1_000)
  for (const i of [0, 1, 2, 500, 998, 999]) {
    expect(await pawl.job(made[i]!.id)).toMatchObject({ type: batch[i]!.type, body: batch[i]!.body })
  }
  const again = await ask('/api/jobs/batch', { method: 'POST', json: { jobs: [batch[1]] } })
  expect(await again.json()).toMatchObject({ jobs: [{ id: made[1]!.id, duplicate: true }] })
})

test('one job of a batch that is wrong keeps all of it out, and its place is told', async () => {
  const { ask } = await testServer(database, { pawl: { jobs } })
  const count = async () => (await database.pool.query('select count(*)::int as n from pawl.attempt')).rows[0].n
  const before = await count()
  const answer = await ask('/api/jobs/batch', {
    method: 'POST',
    json: {
      jobs: [
        { type: 'mail.send', body: { to: 'ada' } },
        { type: 'mail.send', body: { to: '', cc: 1 } },
      ],
    },
  })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const { faults } = (await answer.json()) as { faults: { path: string }[] }
  expect(faults.map(({ path }) => path)).toContain('/jobs/1/body/to')
  expect(await count()).toBe(before)
  const many = Array.from({ length: 1_001 }, () => ({ type: 'mail.send', body: { to: 'a' } }))
  expect((await ask('/api/jobs/batch', { method: 'POST', json: { jobs: many } })).status).toBe(400)
})

const bad: [title: string, init: RequestInit & { json?: unknown }, status: number, faults: string[] | undefined][] = [
  ['no JSON', { body: '{"type":', headers: { 'Content-Type': 'application/json' } }, 400, ['']],
  ['no object', { json: 7 }, 400, ['']],
  ['no type', { json: { body: {} } }, 400, ['/type']],
  ['an unknown field', { json: { type: 'mail.send', body: { to: 'a' }, prioritaet: 1 } }, 400, ['/prioritaet']],
  ['a wrong type of a field', { json: { type: 'mail.send', body: { to: 'a' }, priority: 'high' } }, 400, ['/priority']],
  ['a time that is none', { json: { type: 'mail.send', body: { to: 'a' }, runAt: 'tomorrow' } }, 400, ['/runAt']],
  ['an unknown type of job', { json: { type: 'mail.sent', body: {} } }, 400, ['/type']],
  ['a body that does not fit', { json: { type: 'mail.send', body: { to: 3 } } }, 400, ['/body/to']],
  ['no body', { json: { type: 'mail.send' } }, 400, ['/body']],
  ['NUL in a text', { json: { type: 'mail.send', body: { to: 'a\0b' } } }, 400, ['/body']],
  ['NUL in a key', { json: { type: 'mail.send', body: { to: 'a' }, key: 'a\0b' } }, 400, ['/key']],
  [
    'two times',
    { json: { type: 'mail.send', body: { to: 'a' }, delayMs: 1, runAt: '2040-01-01T00:00:00Z' } },
    400,
    undefined,
  ],
  ['another kind of body', { body: 'type=mail', headers: { 'Content-Type': 'text/plain' } }, 415, undefined],
  ['too much', { json: { type: 'mail.send', body: { to: 'x'.repeat(5_000_000) } } }, 413, undefined],
  [
    'a body larger than its type takes',
    { json: { type: 'mail.send', body: { to: 'x'.repeat(3_000_000) } } },
    413,
    undefined,
  ],
]

test.each(bad)('a request with %s is refused with the path of each fault', async (_, init, status, paths) => {
  const { ask } = await testServer(database, { pawl: { jobs } })
  const answer = await ask('/api/jobs', { method: 'POST', ...init })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await answer.json()) as { faults?: { path: string }[]; code: string; status: number }
  expect(problem.status).toBe(status)
  if (paths !== undefined) expect(problem.faults?.map(({ path }) => path)).toEqual(paths)
})

test('a body that grows beyond the limit while it is sent is refused, too', async () => {
  const { ask } = await testServer(database, { pawl: { jobs }, server: { maxBodyBytes: 2_000 } })
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ === 5) return controller.close()
      controller.enqueue(new TextEncoder().encode('x'.repeat(1_000)))
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } }
  const answer = await ask('/api/jobs', init as RequestInit)
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'request-too-large' }])
})

test('a body that does not say its length is taken', async () => {
  const { ask } = await testServer(database, { pawl: { jobs } })
  const body = new Blob([JSON.stringify({ type: 'mail.send', body: { to: 'ada' } })]).stream()
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } }
  expect((await ask('/api/jobs', init as RequestInit)).status).toBe(202)
})

test.each(['job_0', 'job_99999999', '17', 'job_1; drop table', 'job_%00'])('there is no job %j', async (id) => {
  const { ask } = await testServer(database, { pawl: { jobs } })
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['GET', '/events'],
  ]) {
    const answer = await ask(`/api/jobs/${encodeURIComponent(id)}${path}`, { method: method! })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ status: 404 })
  }
})

test('a job is cancelled, and the answer says so once', async () => {
  const { ask, pawl } = await testServer(database, { pawl: { jobs } })
  const { id } = await pawl.enqueue(mail, { to: 'ada' }, { delayMs: 60_000 })
  const first = await ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  expect([first.status, await first.json()]).toEqual([200, { id, cancelled: true, state: 'cancelled' }])
  const second = await ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  expect(await second.json()).toEqual({ id, cancelled: false, state: 'cancelled' })
})

test('too many requests from one address get 429 and are told when to come back', async () => {
  const { ask } = await testServer(database, { server: { rateLimit: { perSecond: 0.001, burst: 3 } } })
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await ask('/api/sources')).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const answer = await ask('/api/sources')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(100)
  expect(await answer.json()).toMatchObject({ code: 'too-many-requests' })
  expect((await ask('/health')).status).toBe(200)
})

test('a batch that would replace jobs is refused with the place of each, and what to do', async () => {
  const { ask } = await testServer(database, { pawl: { jobs: [mail] } })
  const job = { type: 'mail.send', body: { to: 'ada' }, key: 'k' }
  const jobs = [job, { ...job, onDuplicate: 'replace' }]
  const answer = await ask('/api/jobs/batch', { method: 'POST', json: { jobs } })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'replace-in-batch',
    detail: expect.stringContaining('one by one to /api/jobs'),
    faults: [{ in: 'body', path: '/jobs/1/onDuplicate' }],
  })
})
