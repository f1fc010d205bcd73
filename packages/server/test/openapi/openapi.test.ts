import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { Described, type Document } from '../support/described.ts'
import { operateToken, readToken, type TestServer, testPawl, testServer } from '../support/test-server.ts'
import { definitions, makeWorld, type World } from './world.ts'

const database = testDatabase()
let described: Described
let world: World

beforeAll(async () => {
  const { ask, pawl } = await testServer(database, { pawl: definitions })
  described = new Described((await (await ask('/api/openapi.json')).json()) as Document)
  world = await makeWorld(pawl)
})

type Init = NonNullable<Parameters<TestServer['ask']>[1]>
/** An operation, a path that it serves, and how it is asked. */
type Call = readonly [operation: string, path: string, init?: Init]

const job = { type: 'mail.send', body: { to: 'dora' } }
const none = 'job_999999999'

/** At least one of each operation that succeeds, in an order in which they can. */
const good = (): readonly Call[] => [
  ['post /jobs', '/jobs', { json: job }],
  ['post /jobs/batch', '/jobs/batch', { json: { jobs: [job] } }],
  ['get /jobs', '/jobs'],
  ['get /jobs', '/jobs?queue=mail&status=failed&type=mail.send&limit=2&since=2020-01-01T00:00:00Z'],
  ['get /jobs/{id}', `/jobs/${world.done}`],
  ['get /jobs/{id}', `/jobs/${world.retryable}`],
  ['get /jobs/{id}', `/jobs/${world.dead[0]}`],
  ['get /jobs/{id}/events', `/jobs/${world.done}/events`],
  ['get /jobs/{id}/events', `/jobs/${world.done}/events`, { headers: { 'Last-Event-ID': '9999999999.9' } }],
  ['post /jobs/{id}/run', `/jobs/${world.retryable}/run`],
  ['post /jobs/{id}/run', `/jobs/${world.dead[4]}/run`],
  ['post /jobs/{id}/cancel', `/jobs/${world.waiting}/cancel`],
  ['get /events', '/events'],
  ['get /queues', '/queues'],
  ['post /queues/{name}/pause', '/queues/mail/pause'],
  ['post /queues/{name}/resume', '/queues/mail/resume'],
  ['get /workers', '/workers'],
  ['get /sources', '/sources'],
  ['get /sources/{name}', '/sources/shop'],
  ['patch /sources/{name}', '/sources/shop', { json: { requestsPerMinute: 30, burst: 5 } }],
  ['post /sources/{name}/pause', '/sources/shop/pause', { json: { forMs: 1_000 } }],
  ['post /sources/{name}/pause', '/sources/shop/pause'],
  ['post /sources/{name}/resume', '/sources/shop/resume'],
  ['post /sources/{name}/close-circuit', '/sources/shop/close-circuit'],
  ['get /schedules', '/schedules'],
  ['post /schedules/{name}/pause', '/schedules/daily/pause'],
  ['post /schedules/{name}/resume', '/schedules/daily/resume'],
  ['post /schedules/{name}/fire', '/schedules/daily/fire'],
  ['get /dead-letters', '/dead-letters?limit=2'],
  ['get /dead-letters/{id}', `/dead-letters/${world.dead[0]}`],
  ['post /dead-letters/{id}/replay', `/dead-letters/${world.dead[0]}/replay`, { json: { body: { to: 'bob' } } }],
  ['post /dead-letters/{id}/replay', `/dead-letters/${world.dead[1]}/replay`],
  ['post /dead-letters/replay', '/dead-letters/replay', { json: { ids: [world.dead[2]] } }],
  ['post /dead-letters/discard', '/dead-letters/discard', { json: { ids: [world.dead[3]] } }],
  ['get /pipelines', '/pipelines'],
  ['get /pipelines/{name}/stages', '/pipelines/report/stages'],
  ['get /pipelines/{name}/items', '/pipelines/report/items?limit=1'],
  ['get /pipelines/{name}/items/{item}', '/pipelines/report/items/good'],
  ['post /pipelines/{name}/items', '/pipelines/report/items', { json: { item: 'third', input: {} } }],
  ['post /pipelines/{name}/items/{item}/retry', '/pipelines/report/items/bad/retry', { json: { from: 'fetch' } }],
  ['post /pipelines/{name}/items/{item}/cancel', '/pipelines/report/items/third/cancel'],
  ['get /runs', '/runs?pipeline=scan'],
  ['post /pipelines/{name}/runs', '/pipelines/scan/runs', { json: { subject: 'another' } }],
  ['post /pipelines/{name}/runs/{subject}/cancel', '/pipelines/scan/runs/another/cancel'],
  ['get /pipelines/{name}/runs/{subject}/failures', '/pipelines/scan/runs/library/failures'],
  ['post /pipelines/{name}/runs/{subject}/forgive', '/pipelines/scan/runs/library/forgive'],
  ['get /operations', '/operations?limit=5'],
]

/** What is not there, and what does not go. */
const bad = (): readonly Call[] => [
  ['get /jobs', '/jobs?queue=none'],
  ['get /jobs/{id}', `/jobs/${none}`],
  ['get /jobs/{id}/events', `/jobs/${none}/events`],
  ['post /jobs/{id}/run', `/jobs/${none}/run`],
  ['post /jobs/{id}/run', `/jobs/${world.done}/run`],
  ['post /jobs/{id}/cancel', '/jobs/nonsense/cancel'],
  ['post /queues/{name}/pause', '/queues/none/pause'],
  ['post /queues/{name}/resume', '/queues/none/resume'],
  ['get /sources/{name}', '/sources/none'],
  ['patch /sources/{name}', '/sources/none', { json: { burst: 2 } }],
  ['post /sources/{name}/pause', '/sources/none/pause'],
  ['post /sources/{name}/resume', '/sources/none/resume'],
  ['post /sources/{name}/close-circuit', '/sources/none/close-circuit'],
  ['post /schedules/{name}/pause', '/schedules/none/pause'],
  ['post /schedules/{name}/resume', '/schedules/none/resume'],
  ['post /schedules/{name}/fire', '/schedules/none/fire'],
  ['get /dead-letters', '/dead-letters?queue=none'],
  ['get /dead-letters', `/dead-letters?before=${none}`],
  ['get /dead-letters/{id}', `/dead-letters/${none}`],
  ['post /dead-letters/{id}/replay', `/dead-letters/${none}/replay`],
  ['post /dead-letters/{id}/replay', `/dead-letters/${world.dead[0]}/replay`],
  ['get /pipelines/{name}/stages', '/pipelines/none/stages'],
  ['get /pipelines/{name}/items', '/pipelines/none/items'],
  ['get /pipelines/{name}/items/{item}', '/pipelines/report/items/none'],
  ['get /pipelines/{name}/items/{item}', '/pipelines/scan/items/none'],
  ['post /pipelines/{name}/items', '/pipelines/none/items', { json: { item: 'x', input: {} } }],
  ['post /pipelines/{name}/items', '/pipelines/scan/items', { json: { item: 'x', input: {} } }],
  ['post /pipelines/{name}/items/{item}/retry', '/pipelines/report/items/none/retry'],
  ['post /pipelines/{name}/items/{item}/retry', '/pipelines/scan/items/none/retry'],
  ['post /pipelines/{name}/items/{item}/cancel', '/pipelines/none/items/x/cancel'],
  ['post /pipelines/{name}/items/{item}/cancel', '/pipelines/scan/items/x/cancel'],
  ['post /pipelines/{name}/runs', '/pipelines/none/runs', { json: { subject: 'x' } }],
  ['post /pipelines/{name}/runs', '/pipelines/report/runs', { json: { subject: 'x' } }],
  ['post /pipelines/{name}/runs/{subject}/cancel', '/pipelines/none/runs/x/cancel'],
  ['post /pipelines/{name}/runs/{subject}/cancel', '/pipelines/report/runs/x/cancel'],
  ['get /pipelines/{name}/runs/{subject}/failures', '/pipelines/none/runs/x/failures'],
  ['post /pipelines/{name}/runs/{subject}/forgive', '/pipelines/none/runs/x/forgive'],
]

async function compare({ ask }: Pick<TestServer, 'ask'>, [operation, path, init]: Call): Promise<Response> {
  const controller = new AbortController()
  const method = operation.split(' ')[0]!.toUpperCase()
  const answer = await ask(`/api${path}`, { method, signal: controller.signal, ...init })
  expect(await described.faults(operation, answer)).toEqual([])
  // a stream would go on
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) controller.abort()
  return answer
}

/** One call of each operation, with all that it needs. */
const each = () => described.operations.map((name) => good().find(([operation]) => operation === name)!)

test('every route is called by these tests', () => {
  expect([...new Set(good().map(([operation]) => operation))].sort()).toEqual([...described.operations].sort())
})

test('what routes answer is as described: when all is well', async () => {
  const server = await testServer(database, { pawl: definitions })
  for (const call of good()) {
    const { status } = await compare(server, call)
    expect([call, status]).toEqual([call, expect.toSatisfy((code: number) => code >= 200 && code < 300)])
  }
})

test('what routes answer is as described: when there is nothing, or it does not go', async () => {
  const server = await testServer(database, { pawl: definitions })
  for (const call of bad()) {
    const { status } = await compare(server, call)
    expect([call, status]).toEqual([call, expect.toSatisfy((code: number) => code === 404 || code === 409)])
  }
  for (const [operation, path, first, second] of [
    ['post /jobs', '/jobs', job, { ...job, priority: 1 }],
    ['post /jobs/batch', '/jobs/batch', { jobs: [job] }, { jobs: [job, job] }],
  ] as const) {
    await compare(server, [operation, path, { json: first, headers: { 'Idempotency-Key': operation } }])
    const again = await compare(server, [operation, path, { json: second, headers: { 'Idempotency-Key': operation } }])
    expect(again.status).toBe(409)
  }
})

test('what routes answer is as described: when an earlier request made a job whose history is gone', async () => {
  const server = await testServer(database, { pawl: definitions })
  const call: Call = ['post /jobs', '/jobs', { json: job, headers: { 'Idempotency-Key': 'gone' } }]
  await compare(server, call)
  const { rows } = await database.pool.query(
    `select answer -> 0 ->> 'id' as id from pawl_server.request where key = 'gone'`,
  )
  await database.pool.query(`delete from pawl.attempt where job_id = $1`, [rows[0].id.slice(4)])
  expect((await compare(server, call)).status).toBe(404)
})

test('what routes answer is as described: to those who may not', async () => {
  const server = await testServer(database, { pawl: definitions })
  for (const [operation, path, init] of each()) {
    expect((await compare(server, [operation, path, { ...init, token: null }])).status).toBe(401)
    if (operation.startsWith('get')) continue
    expect((await compare(server, [operation, path, { ...init, token: readToken }])).status).toBe(403)
  }
})

test('what routes answer is as described: to requests that are wrong, too large or of another kind', async () => {
  const server = await testServer(database, { pawl: definitions, server: { maxBodyBytes: 2_000 } })
  for (const [operation, path] of each()) {
    const { parameters = [], requestBody } = described.operation(operation)
    if (parameters.some((parameter) => parameter.in === 'query')) {
      const [plain] = path.split('?')
      expect((await compare(server, [operation, `${plain}?nonsense=1`])).status).toBe(400)
    }
    if (requestBody === undefined) continue
    expect((await compare(server, [operation, path, { json: { nonsense: 1 } }])).status).toBe(400)
    expect((await compare(server, [operation, path, { json: { nonsense: 'x'.repeat(3_000) } }])).status).toBe(413)
    const text = { body: 'nonsense', headers: { 'Content-Type': 'text/plain' } }
    expect((await compare(server, [operation, path, text])).status).toBe(415)
  }
})

test('what routes answer is as described: to those who ask too often', async () => {
  const rateLimit = { perSecond: 0.001, burst: 1 }
  const server = await testServer(database, { pawl: definitions, server: { rateLimit } })
  await server.ask('/api/queues')
  for (const call of each()) expect((await compare(server, call)).status).toBe(429)
})

test('what routes answer is as described: to requests by an unknown host name, and with slow bodies', async () => {
  const { server } = await testServer(database, { pawl: definitions, server: { bodyTimeoutMs: 20 } })
  const headers = { Authorization: `Bearer ${operateToken}`, 'Content-Type': 'application/json' }
  for (const [operation, path] of each()) {
    const method = operation.split(' ')[0]!.toUpperCase()
    const unknown = await server.fetch(new Request(`http://elsewhere.example/api${path}`, { method, headers }))
    expect([operation, unknown.status, await described.faults(operation, unknown)]).toEqual([operation, 421, []])
    if (described.operation(operation).requestBody === undefined) continue
    const slow = { method, headers, body: new ReadableStream(), duplex: 'half' } as RequestInit
    const late = await server.fetch(new Request(`http://localhost/api${path}`, slow))
    expect([operation, late.status, await described.faults(operation, late)]).toEqual([operation, 408, []])
  }
})

test('what routes answer is as described: when the database is away', async () => {
  const pawl = testPawl({ ...database, url: 'postgres://nobody@127.0.0.1:1/nothing' }, definitions)
  const away = { query: refuse, connect: refuse } as never
  const server = await testServer(database, { pawl, server: { db: away } })
  for (const call of each()) {
    // a live stream waits for the database
    if (call[0] === 'get /events') continue
    const { status, headers } = await compare(server, call)
    expect([call, status, headers.get('retry-after')]).toEqual([call, 503, '2'])
  }
})

async function refuse(): Promise<never> {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}

test('every answer that is described was seen', () => {
  expect(described.answers.filter((answer) => !described.seen.has(answer))).toEqual([])
})

test('the description is OpenAPI 3.1 and says how to show a token', () => {
  const { openapi, ...rest } = described.document
  expect(openapi).toBe('3.1.0')
  expect(rest).toMatchObject({
    components: { securitySchemes: { bearer: { scheme: 'bearer' } } },
    servers: [{ url: '/api' }],
  })
})
