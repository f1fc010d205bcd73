import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createServer } from '../../src/index.ts'
import { operateToken, testPawl, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0]!

/** Two servers of one database, which know the same tokens. */
const twoServers = async () => [await testServer(database), await testServer(database)] as const

test('a log-in link works once, at whichever server', async () => {
  const [first, second] = await twoServers()
  const path = first.server.loginLink(first.url).slice(first.url.length)
  const followed = await first.ask(path, { token: null })
  expect([followed.status, followed.headers.get('set-cookie')]).toEqual([303, expect.stringMatching(/^pawl_session=/)])
  for (const { ask } of [first, second]) {
    const again = await ask(path, { token: null })
    expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null])
    expect(await again.text()).toContain('was used before')
  }
  // the next link is another one
  const fresh = second.server.loginLink(second.url).slice(second.url.length)
  expect((await first.ask(fresh, { token: null })).status).toBe(303)
})

test('of many who follow a link at once one is logged in', async () => {
  const [first, second] = await twoServers()
  const path = first.server.loginLink(first.url).slice(first.url.length)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? first : second).ask(path, { token: null })),
  )
  expect(answers.filter(({ status }) => status === 303).length).toBe(1)
})

test('a browser that looks ahead does not use the link up', async () => {
  const { ask, server, url } = await testServer(database)
  const path = server.loginLink(url).slice(url.length)
  expect((await ask(path, { token: null, method: 'HEAD' })).status).toBe(204)
  expect((await ask(path, { token: null, headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(204)
  expect((await ask(path, { token: null })).status).toBe(303)
})

test('to log out ends the session at all servers, also for a copy of its cookie, and no other session', async () => {
  const [first, second] = await twoServers()
  const logIn = async () =>
    cookieOf(await first.ask(first.server.loginLink(first.url).slice(first.url.length), { token: null }))
  const [Cookie, other] = [await logIn(), await logIn()]
  const status = async ({ ask }: typeof first, cookie: string) =>
    (await ask('/api/workers', { token: null, headers: { Cookie: cookie } })).status
  expect([await status(first, Cookie), await status(second, Cookie)]).toEqual([200, 200])
  const out = await first.ask('/logout', { method: 'POST', token: null, headers: { Cookie, Origin: first.url } })
  expect(out.status).toBe(303)
  expect(await status(first, Cookie)).toBe(401)
  await until('the other server knows', async () => (await status(second, Cookie)) === 401)
  const page = await second.ask('/', { token: null, headers: { Cookie } })
  expect(await page.text()).toContain('action="/login"')
  expect([await status(first, other), await status(second, other)]).toEqual([200, 200])
})

test('a session that was logged out stays so when the server starts anew', async () => {
  const { ask, server, url, close } = await testServer(database)
  const Cookie = cookieOf(await ask(server.loginLink(url).slice(url.length), { token: null }))
  await ask('/logout', { method: 'POST', token: null, headers: { Cookie, Origin: url } })
  await close()
  const later = createServer({
    pawl: testPawl(database),
    db: database.pool,
    tokens: [{ token: operateToken, role: 'operate', name: 'olga' }],
  })
  const answer = await later.fetch(new Request('http://localhost/api/workers', { headers: { Cookie } }))
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'session-ended'])
})
