import { request } from 'node:http'
import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createServer, type ServerOptions, serve } from '../../src/index.ts'
import { operateToken, testPawl } from '../support/test-server.ts'

const database = testDatabase()

async function listening(host: string, options: Partial<ServerOptions> = {}) {
  const server = createServer({ pawl: testPawl(database), db: database.pool, token: operateToken, ...options })
  const serving = await serve(server, { host, port: 0 })
  onTestFinished(() => serving.close())
  return { server, serving, port: Number(new URL(serving.url).port) }
}

/** Asks as fetch cannot: with any Host. */
function ask(port: number, host: string, path = '/api/workers'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, Authorization: `Bearer ${operateToken}` }
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

test('a server on this machine is known by its own names, and refuses others', async () => {
  const { port } = await listening('127.0.0.1')
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`, '127.0.0.2']) {
    expect([host, await ask(port, host)]).toEqual([host, 200])
  }
  for (const host of ['evil.example', `evil.example:${port}`, '10.0.0.1', 'localhost.evil.example']) {
    expect([host, await ask(port, host)]).toEqual([host, 421])
  }
  // probes may ask by any name, and learn nothing else
  expect(await ask(port, 'probe.internal', '/health')).toBe(200)
})

test('a refusal names the host and what to do', async () => {
  const { server } = await listening('127.0.0.1')
  const answer = await server.fetch(new Request('http://evil.example/api/workers'))
  expect(await answer.json()).toMatchObject({
    status: 421,
    code: 'unknown-host',
    detail: expect.stringMatching(/'evil.example'.*publicUrl or hosts/),
  })
})

test('a server on all addresses is known by each of them, by the name of its machine, and by those it was given', async () => {
  const given = { publicUrl: 'https://pawl.example.com', hosts: ['server'] }
  const { port } = await listening('0.0.0.0', given)
  for (const host of ['10.0.0.1:80', 'localhost', hostname(), 'pawl.example.com', 'server:8787']) {
    expect([host, await ask(port, host)]).toEqual([host, 200])
  }
  expect(await ask(port, 'evil.example')).toBe(421)
})

test('a link to log in is made of publicUrl', async () => {
  const { server, serving } = await listening('127.0.0.1', {
    publicUrl: 'https://pawl.example.com/',
    basePath: '/jobs',
  })
  expect(server.loginLink(serving.url)).toMatch(/^https:\/\/pawl\.example\.com\/jobs\/login\?pass=/)
  const answer = await server.fetch(new Request(server.loginLink(serving.url)))
  expect(answer.headers.get('location')).toBe('/jobs/')
  expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/jobs; .*Secure/)
})

test.each([
  'pawl.example.com',
  'ftp://pawl.example.com',
  'https://pawl.example.com/jobs',
  'https://me@pawl.example.com',
])('the public URL %s is refused', (publicUrl) => {
  const make = () => createServer({ pawl: testPawl(database), db: database.pool, token: operateToken, publicUrl })
  expect(make).toThrow(/publicUrl must be a URL of scheme and host alone/)
})
