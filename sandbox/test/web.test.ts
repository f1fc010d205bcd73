import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, sandboxSites, site, startCanary, startSandbox } from '../src/index.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, web: { inside: 'http://127.0.0.1:9/secret' } })
})
afterAll(() => sandbox.stop())

const get = (host: string, path = '/') =>
  fetch(`${sandbox.urls.siteReports.web}/${host}${path}`, { redirect: 'manual' })

it('has a page for each site that people are shown first, and answers what it does not have with 404', async () => {
  for (const url of sandboxSites) expect((await get(new URL(url).host)).status).toBe(200)
  expect((await get('lantern-bakery.example', '/nothing')).status).toBe(404)
})

it('makes any number of plain sites, which are always the same', async () => {
  const text = async (n: number) => (await get(`site-${n}.example`)).text()
  expect(await text(17)).toBe(await text(17))
  expect(await text(17)).not.toBe(await text(18))
})

it('cannot be reached at hosts that nobody has made up', async () => {
  await expect(get('nobody.example')).rejects.toThrow()
})

it('leads inside where it means harm, and counts who asked for what', async () => {
  expect((await get('inside.example')).headers.get('location')).toBe('http://127.0.0.1:9/secret')
  expect((await get('inside.example', '/name')).headers.get('location')).toBe('http://localhost:9/secret')
  expect(sandbox.web.paths('inside.example')).toEqual(['/', '/name'])
  expect(sandbox.web.requests('inside.example').total).toBe(2)
})

it('takes new sites, and faults for one host alone', async () => {
  sandbox.web.put(site('new.example', { about: 'a test', pages: { '/': '<title>New</title>' } }))
  expect(await (await get('new.example')).text()).toBe('<title>New</title>')
  sandbox.web.outage('new.example', { kind: 'error', requests: 1 })
  expect([(await get('new.example')).status, (await get('new.example')).status]).toEqual([500, 200])
  await fetch(`${sandbox.origin}/control/faults/web/new.example`, { method: 'POST', body: '{"kind":"banned"}' })
  expect([(await get('new.example')).status, (await get('site-1.example')).status]).toEqual([403, 200])
  await fetch(`${sandbox.origin}/control/faults/web/new.example`, { method: 'DELETE' })
  expect((await get('new.example')).status).toBe(200)
})

it('has a canary that counts who reaches it', async () => {
  const canary = await startCanary()
  expect(canary.reached).toBe(0)
  await fetch(canary.url)
  expect(canary.reached).toBe(1)
  await canary.stop()
})
