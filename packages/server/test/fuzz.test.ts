import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { invoice, mail } from './support/jobs.ts'
import { operateToken, testServer } from './support/test-server.ts'

const database = testDatabase()

/** What an answer must never show: statements, stacks, files, the database's own words. */
const internals =
  /\bselect\b.*\bfrom\b|insert into|pawl\.(attempt|lane|outcome)|\bat \S+ \(|node_modules|\.ts:\d|\/packages\/|syntax error|invalid byte|SQLSTATE|relation "|postgres:\/\//i

const paths = [
  ...['/jobs', '/jobs/batch', '/jobs/X', '/jobs/X/cancel', '/jobs/X/run', '/jobs/X/events', '/events', '/queues'],
  ...['/queues/X/pause', '/queues/X/resume', '/workers', '/sources', '/sources/X', '/sources/X/pause', '/schedules'],
  ...['/schedules/X/pause', '/schedules/X/fire', '/dead-letters', '/dead-letters/X', '/dead-letters/X/replay'],
  ...[
    '/dead-letters/replay',
    '/dead-letters/discard',
    '/pipelines/X/items',
    '/pipelines/X/items/X',
    '/pipelines/X/stages',
  ],
  ...['/pipelines/X/runs', '/pipelines/X/runs/X/failures', '/runs', '/operations', '/openapi.json', '/X', ''],
]
const names = [
  'queue',
  'type',
  'status',
  'state',
  'limit',
  'after',
  'before',
  'since',
  'until',
  'key',
  'reason',
  'nonsense',
]

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'job_1',
    'job_9999999999999999',
    'mail',
    '\0',
    '%00',
    '../../etc/passwd',
    "'; select 1 --",
    '\u{d800}',
    '-1',
    '1e309',
    'NaN',
  ),
  fc.constantFrom(
    '2030-13-45T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '275760-09-13T00:00:00Z',
    '__proto__',
    'constructor',
    '{}',
  ),
  fc.integer().map(String),
)
const field = fc.constantFrom(
  ...[
    'type',
    'body',
    'runAt',
    'delayMs',
    'priority',
    'startBefore',
    'source',
    'trace',
    'key',
    'keyMode',
    'keyWindowMs',
  ],
  ...[
    'onDuplicate',
    'group',
    'after',
    'onFailed',
    'jobs',
    'ids',
    'forMs',
    'requestsPerMinute',
    'burst',
    'subject',
    'item',
  ],
  ...['input', 'from', 'phase', '__proto__', 'nonsense'],
)
const value = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('mail.send', 'invoice.print', { to: 'ada' }, { number: 1 }, ['job_1']),
)
const json = fc.oneof(
  fc
    .dictionary(field, value, { maxKeys: 6 })
    .map((given) => JSON.stringify({ type: 'mail.send', body: { to: 'ada' }, ...given })),
  fc.dictionary(field, value, { maxKeys: 6 }).map((given) => JSON.stringify(given)),
  fc.json(),
  fc.string(),
)

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'),
  path: fc.constantFrom(...paths),
  parts: fc.array(nasty, { minLength: 2, maxLength: 2 }),
  query: fc.array(fc.tuple(fc.constantFrom(...names), nasty), { maxLength: 3 }),
  body: fc.option(json),
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    undefined,
  ),
  header: fc.option(
    fc.tuple(
      fc.constantFrom('Idempotency-Key', 'Last-Event-ID', 'traceparent', 'Cookie', 'X-Forwarded-For'),
      fc.string({ maxLength: 60 }),
    ),
  ),
  chunked: fc.boolean(),
  token: fc.constantFrom(operateToken, operateToken, operateToken, 'wrong', ''),
})

/** A header cannot carry every text; the rest of a fault is still a fault. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').trim()
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '?')

test('no request, however wrong, brings a 500, a crash or a look inside', async () => {
  const faults: unknown[] = []
  const { ask } = await testServer(database, {
    pawl: { jobs: [mail, invoice] },
    server: { rateLimit: false, maxBodyBytes: 20_000, onError: (error) => void faults.push(error) },
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, parts, query, body, type, header, chunked, token }) => {
      let part = 0
      const filled = path.replace(/X/g, () => encodeURIComponent(wellFormed(parts[part++ % 2]!)))
      const search = query.map(([name, text]) => `${name}=${encodeURIComponent(wellFormed(text))}`).join('&')
      const controller = new AbortController()
      const answer = await ask(`/api${filled}${search === '' ? '' : `?${search}`}`, {
        ...{ method, token, signal: controller.signal },
        ...(body === null || method === 'GET' || method === 'HEAD'
          ? {}
          : chunked
            ? { body: new Blob([body]).stream(), duplex: 'half' }
            : { body }),
        headers: {
          ...(type && { 'Content-Type': type }),
          ...(header === null ? {} : { [header[0]]: asHeader(header[1]) }),
        },
      })
      expect([method, filled, search, body, answer.status, faults]).toEqual([
        method,
        filled,
        search,
        body,
        expect.toSatisfy((status: number) => status < 500),
        [],
      ])
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return controller.abort()
      const text = await answer.text()
      if (answer.status >= 400 && method !== 'HEAD') {
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(JSON.parse(text)).toMatchObject({ status: answer.status, code: expect.any(String) })
        expect(text).not.toMatch(internals)
      }
    }),
    // others each time: what one run of the tests does not try, another one does
    { numRuns: 500, endOnFailure: true },
  )
  expect((await ask('/health')).status).toBe(200)
  expect(faults).toEqual([])
})

test('the pages, the log-in and the metrics bear wrong requests as well', async () => {
  const faults: unknown[] = []
  const { ask } = await testServer(database, {
    server: { rateLimit: false, onError: (error) => void faults.push(error) },
  })
  const wrong = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    path: fc.constantFrom('/', '/login', '/logout', '/metrics', '/health', '/ready', '/favicon.ico'),
    pass: fc.option(nasty),
    body: nasty,
    type: fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'),
    cookie: nasty,
    token: fc.constantFrom(operateToken, null),
  })
  await fc.assert(
    fc.asyncProperty(wrong, async ({ method, path, pass, body, type, cookie, token }) => {
      const answer = await ask(`${path}${pass === null ? '' : `?pass=${encodeURIComponent(wellFormed(pass))}`}`, {
        ...{ method, token },
        ...(method === 'GET' ? {} : { body: `token=${wellFormed(body)}` }),
        headers: { 'Content-Type': type, Cookie: `pawl_session=${asHeader(cookie)}`, 'Sec-Fetch-Site': 'same-origin' },
      })
      // whether it is ready is asked of the database, which a busy machine may let wait too long
      const mayBe = (status: number) => status < 500 || (path === '/ready' && status === 503)
      expect([path, answer.status, faults]).toEqual([path, expect.toSatisfy(mayBe), []])
      if (path !== '/metrics') expect(await answer.text()).not.toMatch(internals)
      expect(answer.headers.get('set-cookie') ?? 'pawl_session=;').toMatch(/^pawl_session=;/)
    }),
    { numRuns: 150 },
  )
})
