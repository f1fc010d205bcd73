import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createServer, loginLink, serve, storedToken } from '../../src/index.ts'
import { operateToken, readToken, testPawl, testServer } from '../support/test-server.ts'

const database = testDatabase()

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'pawl-server-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The cookie that a browser would send from now on. */
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0]!

test.each([
  ['GET', '/api/sources'],
  ['GET', '/api/jobs/job_1/events'],
  ['POST', '/api/jobs'],
  ['GET', '/api/openapi.json'],
  ['GET', '/metrics'],
  ['GET', '/no/such/route'],
  ['OPTIONS', '/api/jobs'],
])('%s %s tells nothing to somebody without a token', async (method, path) => {
  const { ask } = await testServer(database)
  const refused: [code: string, headers: Record<string, string>][] = [
    ['no-access', {}],
    ['wrong-token', { Authorization: 'Bearer wrong' }],
    ['no-access', { Authorization: `Basic ${operateToken}` }],
    ['session-ended', { Cookie: 'pawl_session=wrong' }],
  ]
  for (const [code, headers] of refused) {
    const answer = await ask(path, { method, token: null, headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(await answer.json()).toMatchObject({ status: 401, code })
  }
})

test('whether it lives and is ready is told to everybody', async () => {
  const { ask } = await testServer(database)
  const health = await ask('/health', { token: null })
  expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }])
  const ready = await ask('/ready', { token: null })
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
})

test('it is not ready when the schema is older than the release, and when the database is away', async () => {
  const { ask } = await testServer(database)
  const { rows } = await database.pool.query(
    'delete from pawl.migration where number = (select max(number) from pawl.migration) returning number, title',
  )
  try {
    const answer = await ask('/ready')
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not-ready', reason: 'schema-outdated' }])
  } finally {
    await database.pool.query('insert into pawl.migration (number, title) values ($1, $2)', [
      rows[0].number,
      rows[0].title,
    ])
  }
  const away = testPawl({ ...database, url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const answer = await (await testServer(database, { pawl: away })).ask('/ready')
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not-ready', reason: 'database-away' }])
})

test('a token of the role read looks and does not act', async () => {
  const { ask } = await testServer(database)
  expect((await ask('/api/sources', { token: readToken })).status).toBe(200)
  const answer = await ask('/api/sources/mail/pause', { method: 'POST', token: readToken })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'read-only' })
})

test('the link logs a browser in with a cookie that scripts and other sites cannot use', async () => {
  const { ask, server, url } = await testServer(database)
  const link = server.loginLink(url)
  expect(link).not.toContain(operateToken)
  const answer = await ask(link.slice(url.length), { token: null })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  const cookie = answer.headers.get('set-cookie')!
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Strict/)
  expect(cookie).not.toContain(operateToken)
  const Cookie = cookieOf(answer)
  expect((await ask('/api/sources', { token: null, headers: { Cookie } })).status).toBe(200)
  const page = await ask('/', { token: null, headers: { Cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/api/openapi.json')])
})

test('a link whose time is over, or that was changed, logs nobody in', async () => {
  const { ask, url } = await testServer(database)
  const pass = new URL(loginLink(url, operateToken)).searchParams.get('pass')!
  const [expires, id, signature] = pass.split('.')
  const passes = [
    `${Number(expires) + 1}.${id}.${signature}`,
    `1.${id}.${signature}`,
    `${expires}.${'A'.repeat(22)}.${signature}`,
    `${expires}.${id}.${'A'.repeat(43)}`,
    '',
    'x.y',
    operateToken,
  ]
  for (const changed of passes) {
    const answer = await ask(`/login?pass=${encodeURIComponent(changed)}`, { token: null })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
  }
  // a pass for the link is none for the cookie
  const asCookie = await ask('/api/sources', { token: null, headers: { Cookie: `pawl_session=${pass}` } })
  expect(asCookie.status).toBe(401)
})

test('the page takes the token itself, from its own form alone', async () => {
  const { ask, url } = await testServer(database)
  const logIn = (token: string, headers: Record<string, string>) =>
    ask('/login', { method: 'POST', token: null, body: new URLSearchParams({ token }), headers })
  expect((await logIn(operateToken, { Origin: url })).status).toBe(303)
  expect((await logIn(operateToken, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303)
  expect((await logIn('not-the-token-of-this-server', { Origin: url })).status).toBe(401)
  expect((await logIn(operateToken, { Origin: 'https://evil.example' })).status).toBe(403)
})

test('with a cookie only a page of the same origin can act', async () => {
  const { ask, url } = await testServer(database)
  const Cookie = cookieOf(
    await ask(new URL(loginLink(url, operateToken)).pathname + new URL(loginLink(url, operateToken)).search, {
      token: null,
    }),
  )
  const act = async (headers: Record<string, string>) => {
    const answer = await ask('/api/sources/none/pause', {
      method: 'POST',
      token: null,
      headers: { Cookie, ...headers },
    })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const refused = [403, 'cross-origin']
  expect(await act({})).toEqual(refused)
  expect(await act({ Origin: 'https://evil.example' })).toEqual(refused)
  expect(await act({ Origin: 'null' })).toEqual(refused)
  expect(await act({ 'Sec-Fetch-Site': 'cross-site', Origin: url })).toEqual(refused)
  expect(await act({ 'Sec-Fetch-Site': 'same-site' })).toEqual(refused)
  const passed = [404, 'unknown-source']
  expect(await act({ 'Sec-Fetch-Site': 'same-origin' })).toEqual(passed)
  expect(await act({ Origin: url })).toEqual(passed)
})

test.each([
  ['operate', operateToken],
  ['read', readToken],
])('to log out takes the cookie away from whoever has the role %s', async (_, token) => {
  const { ask, url } = await testServer(database)
  const link = new URL(loginLink(url, token))
  const Cookie = cookieOf(await ask(link.pathname + link.search, { token: null }))
  const answer = await ask('/logout', { method: 'POST', token: null, headers: { Cookie, Origin: url } })
  expect(answer.headers.get('set-cookie')).toMatch(/^pawl_session=;.*Max-Age=0/)
})

test('every answer has the headers that keep browsers safe, errors and pages included', async () => {
  const { ask } = await testServer(database)
  for (const path of ['/', '/health', '/api/sources', '/nothing', '/login?pass=1', '/metrics']) {
    const { headers } = await ask(path)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a token is made at the first start, for its owner alone, and found again at the second', async () => {
  const dataDir = folder()
  const pawl = testPawl(database)
  const first = createServer({ pawl, db: database.pool, dataDir })
  expect([first.hasNewToken, first.hasExplicitToken]).toEqual([true, false])
  const file = join(dataDir, 'token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const token = readFileSync(file, 'utf8').trim()
  expect(token.length).toBeGreaterThanOrEqual(43)
  const second = createServer({ pawl, db: database.pool, dataDir })
  expect(second.hasNewToken).toBe(false)
  expect(storedToken(dataDir)).toEqual({ token, isNew: false, file })
  const answer = await second.fetch(
    new Request('http://localhost/api/sources', { headers: { Authorization: `Bearer ${token}` } }),
  )
  expect(answer.status).toBe(200)
})

test('it listens for other machines only with a token that somebody chose', async () => {
  const pawl = testPawl(database)
  const made = createServer({ pawl, db: database.pool, dataDir: folder() })
  await expect(serve(made, { host: '0.0.0.0', port: 0 })).rejects.toThrow(/set PAWL_TOKEN/)
  const chosen = createServer({ pawl, db: database.pool, token: operateToken })
  const { close } = await serve(chosen, { host: '0.0.0.0', port: 0 })
  await close()
})

test('a server without a token, or with one that could be guessed, is not made', () => {
  const pawl = testPawl(database)
  const db = database.pool
  expect(() => createServer({ pawl, db })).toThrow(/needs a token/)
  expect(() => createServer({ pawl, db, token: '' })).toThrow(/at least 16/)
  expect(() => createServer({ pawl, db, token: 'short' })).toThrow(/at least 16/)
  expect(() => createServer({ pawl, db, token: 'with a blank in the middle' })).toThrow(/no blanks/)
  expect(() => createServer({ pawl, db, tokens: [{ token: operateToken, role: 'admin' as never }] })).toThrow(
    /read or operate/,
  )
})

test('a port in use is told in one sentence', async () => {
  const { url, server } = await testServer(database)
  const port = Number(new URL(url).port)
  await expect(serve(server, { port })).rejects.toThrow(`port ${port} is in use`)
})

test.each([
  ['https, http', true],
  ['HTTPS', true],
  ['http', false],
])('behind proxies that say %s, that the cookie is for TLS alone is %s', async (proto, isSecure) => {
  const server = createServer({ pawl: testPawl(database), db: database.pool, token: operateToken, trustProxy: true })
  const link = server.loginLink('http://localhost')
  const answer = await server.fetch(new Request(link, { headers: { 'X-Forwarded-Proto': proto } }))
  expect([answer.status, /; Secure/.test(answer.headers.get('set-cookie') ?? '')]).toEqual([303, isSecure])
})
