import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { mail } from '../support/jobs.ts'
import { operateToken, testServer } from '../support/test-server.ts'

const database = testDatabase()
const enqueue = { type: 'mail.send', body: { to: 'ada' } }

/** Sends raw bytes, and resolves to all that comes until the server closes the connection. */
function raw(url: string, head: readonly string[], body: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write([...head, `Host: ${hostname}:${port}`, `Authorization: Bearer ${operateToken}`, '', body].join('\r\n'))
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

test.each([
  ['with a length', 'Content-Length: 100'],
  ['in pieces', 'Transfer-Encoding: chunked'],
])('a body %s that does not come is ended after its time, with its connection', async (_, header) => {
  const { url } = await testServer(database, { server: { bodyTimeoutMs: 200 } })
  const answer = await raw(url, ['POST /api/jobs HTTP/1.1', 'Content-Type: application/json', header], '')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request-timeout"')
})

test('a compressed body is refused, and named identity it is not', async () => {
  const { ask } = await testServer(database, { pawl: { jobs: [mail] } })
  const send = (encoding: string) =>
    ask('/api/jobs', { method: 'POST', json: enqueue, headers: { 'Content-Encoding': encoding } })
  for (const encoding of ['gzip', 'br', 'GZIP', 'identity, gzip']) {
    const answer = await send(encoding)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'encoded-body'])
  }
  expect((await send('identity')).status).toBe(202)
})

test('a body that is not UTF-8 is refused, and not stored with other characters', async () => {
  const { ask } = await testServer(database, { pawl: { jobs: [mail] } })
  const send = (body: Uint8Array<ArrayBuffer>, type = 'application/json') =>
    ask('/api/jobs', { method: 'POST', body, headers: { 'Content-Type': type } })
  const bytes = (to: number[]) =>
    Uint8Array.from([...Buffer.from('{"type":"mail.send","body":{"to":"'), ...to, ...Buffer.from('"}}')])
  for (const wrong of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
    const answer = await send(bytes(wrong))
    expect([wrong, answer.status, await answer.json()]).toMatchObject([wrong, 400, { code: 'not-utf8' }])
  }
  expect((await send(bytes([0xc3, 0xa9]), 'application/json; charset=utf-8')).status).toBe(202)
})

test('an address that is not UTF-8 is refused', async () => {
  const { ask } = await testServer(database)
  for (const path of ['/api/jobs?type=%FF', '/api/queues/%C3/pause', '/api/jobs?key=%ED%A0%80']) {
    const answer = await ask(path, { method: path.includes('pause') ? 'POST' : 'GET' })
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 400, { code: 'not-utf8' }])
  }
  expect((await ask('/api/jobs?key=%C3%A9')).status).not.toBe(400)
})

test('a form that logs in is read whether its length is known or not', async () => {
  const { ask, url } = await testServer(database)
  const form = new URLSearchParams({ token: operateToken }).toString()
  const headers = { Origin: url, 'Content-Type': 'application/x-www-form-urlencoded' }
  const stream = new Blob([form]).stream()
  const pieces = { body: stream, duplex: 'half' } as RequestInit
  for (const init of [{ body: form }, pieces]) {
    expect((await ask('/login', { method: 'POST', token: null, headers, ...init })).status).toBe(303)
  }
})

test('the icon of the page needs no token', async () => {
  const { ask } = await testServer(database)
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    const answer = await ask(path, { token: null })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await answer.text()).toMatch(/^<svg /)
  }
  const page = await ask('/', { token: null })
  expect(await page.text()).toContain('href="/favicon.svg"')
})
