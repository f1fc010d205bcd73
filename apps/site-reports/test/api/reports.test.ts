import { problemIn } from '@pawl/app/testing'
import { beforeAll, expect, test } from 'vitest'
import { SeenEvents } from '../../../../tools/testing/seen-events.ts'
import { appDatabase } from '../support/app-database.ts'
import { bench, type Served, sharedBench, tokens } from '../support/test-reports.ts'

const database = appDatabase()
const shared = sharedBench(database)
let served: Promise<Served>
beforeAll(() => {
  served = shared().serve()
})

test('a report is asked for, seen on its way, read in all its forms, compared, shared and forgotten', async () => {
  const { pawl, serve, sandbox } = await bench(database)
  const { ask, send, url } = await serve()
  const answer = await ask('', { method: 'POST', json: { url: 'https://lantern-bakery.example/' } })
  expect(answer.status).toBe(202)
  const asked = (await answer.json()) as { id: number }
  const path = `/${asked.id}`
  expect(answer.headers.get('location')).toBe(`/api/site-reports${path}`)
  expect(asked).toMatchObject({ status: 'in-progress', step: 'website-analysis', failure: null, usage: null })
  expect((await ask(`${path}/report`)).status).toBe(409)
  const seen = new SeenEvents((headers, signal) => ask(`${path}/events`, { headers, signal }))
  await seen.until(1)
  await pawl.start()
  await seen.ended()
  expect(seen.events.at(-1)).toMatchObject({ event: 'ended', data: { status: 'completed' } })
  const steps = seen.events.map(({ data }) => (data as { step: string }).step)
  expect(steps[0]).toBe('website-analysis')
  expect((await ask(`${path}/events`, { headers: { 'Last-Event-ID': 'ended' } })).status).toBe(204)
  const done = await send('GET', path)
  expect(done.stages.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done'])
  expect(await send('GET', `${path}/report`)).toMatchObject({
    url: 'https://lantern-bakery.example/',
    findings: [{ rule: 'little-text' }],
  })
  const markdown = await ask(`${path}/report?format=md`)
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await markdown.text()).toMatch(/^# Lantern Bakery/)
  const page = await ask(`${path}/report?format=html`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toMatch(/^<!doctype html>/i)
  expect(await send('GET', `${path}/prompt`)).toMatchObject({
    template: 'site-report',
    messages: [{ role: 'system' }, {}],
  })
  const shared = (await send('POST', `${path}/share`)).url as string
  expect(shared).toMatch(new RegExp(`^${url}/api/site-reports/open/reports/[\\w-]{43}$`))
  const open = await fetch(shared)
  expect([open.status, open.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
  expect(await (await fetch(`${shared}?format=json`)).json()).toMatchObject({ host: 'lantern-bakery.example' })
  await send('DELETE', `${path}/share`)
  expect((await fetch(shared)).status).toBe(404)
  const again = await send('POST', '', { url: 'https://lantern-bakery.example/' })
  const second = new SeenEvents((headers, signal) => ask(`/${again.id}/events`, { headers, signal }))
  await second.ended()
  const compared = await send('GET', `/compare?from=${again.id}&to=${asked.id}`)
  expect(compared).toMatchObject({ isSameMeasure: true, fixed: [], added: [] })
  expect(await (await ask('/compare?url=lantern-bakery.example&format=md')).text()).toContain('lantern-bakery.example')
  expect(await send('DELETE', path)).toBeUndefined()
  expect((await ask(path)).status).toBe(404)
  expect((await ask(`/compare?from=${again.id}&to=${asked.id}`)).status).toBe(404)
  expect(sandbox.model.calls).toHaveLength(2)
})

test('a list of sites is submitted in one go, followed, listed and cancelled', async () => {
  const { pawl, serve } = await bench(database)
  const { ask, send } = await serve()
  const urls = ['site-1.example', 'site-2.example', 'https://site-2.example/#x', 'http://10.0.0.1/', 'inside.example']
  const bulk = await send('POST', '/bulk', { urls, name: 'first' })
  expect(bulk).toMatchObject({ total: 3, unfinished: 3, refused: [{ url: 'http://10.0.0.1/' }] })
  await pawl.start()
  const seen = new SeenEvents((headers, signal) => ask(`/bulk/${bulk.id}/events`, { headers, signal }))
  await seen.ended()
  expect(seen.events.at(-1)!.data).toMatchObject({ total: 3, completed: 2, failed: 1, unfinished: 0 })
  const page = await send('GET', `/bulk/${bulk.id}/reports?limit=2`)
  const rest = await send('GET', `/bulk/${bulk.id}/reports?limit=2&after=${page.next}`)
  expect([...page.reports, ...rest.reports].map(({ address }) => address).sort()).toEqual([
    'https://inside.example/',
    'https://site-1.example/',
    'https://site-2.example/',
  ])
  expect((await send('GET', '/bulk')).bulks).toMatchObject([{ id: bulk.id, name: 'first', refused: 1 }])
  expect((await send('GET', '?status=failed')).reports).toMatchObject([{ failure: { code: 'private-address' } }])
  expect((await send('GET', '?url=site-1.example')).reports).toHaveLength(1)
  expect((await send('GET', '/stages')).stages).toHaveLength(3)
  await pawl.stop({ keepOpen: true })
  const other = await send('POST', '/bulk', { urls: ['site-3.example', 'site-4.example'] })
  expect(await send('POST', `/bulk/${other.id}/cancel`)).toMatchObject({ cancelled: 2, unfinished: 0 })
})

test('a report is cancelled and tried again from a stage, and a site is analysed again and again', async () => {
  const { serve } = await bench(database)
  const { ask, send } = await serve()
  const { id } = await send('POST', '', { url: 'site-10.example' })
  expect(await send('POST', `/${id}/cancel`)).toMatchObject({ status: 'cancelled' })
  const early = await ask(`/${id}/retry`, { method: 'POST', json: { from: 'model-analysis' } })
  expect([early.status, (await problemIn(early)).code]).toEqual([409, 'stage-not-reached'])
  expect(await send('POST', `/${id}/retry`, {})).toMatchObject({ status: 'in-progress', step: 'website-analysis' })
  expect((await ask(`/${id}/retry`, { method: 'POST' })).status).toBe(409)
  await send('POST', `/${id}/cancel`)
  const { id: newer } = await send('POST', '', { url: 'site-10.example' })
  const taken = await ask(`/${id}/retry`, { method: 'POST', json: {} })
  expect([taken.status, (await problemIn(taken)).code]).toEqual([409, 'address-under-way'])
  await send('POST', `/${newer}/cancel`)
  const rerun = await send('PUT', '/reruns', { url: 'site-10.example/?utm_source=x', everyHours: 24 })
  expect(rerun).toMatchObject({ address: 'https://site-10.example/', everyMs: 86_400_000, pausedAt: null })
  expect(await send('POST', `/reruns/${rerun.id}/pause`)).toMatchObject({ pausedAt: expect.any(String) })
  expect((await send('GET', '/reruns')).reruns).toHaveLength(1)
  await send('DELETE', `/reruns/${rerun.id}`)
  expect((await send('GET', '/reruns')).reruns).toEqual([])
})

test.each([
  ['POST', '', { url: 'http://127.0.0.1/' }, 400, /inside of the network are not called: 127.0.0.1 is a loopback/],
  ['POST', '', { url: 'nonsense' }, 400, /cannot be analysed: it is not a whole address/],
  ['POST', '', { url: 'a.example\0' }, 400, /NUL/],
  ['POST', '', {}, 400, /url/],
  ['POST', '', { url: 'a.example', colour: 'red' }, 400, /colour/],
  ['POST', '/bulk', { urls: [] }, 400, /urls/],
  ['GET', '/4711000', undefined, 404, /there is no report 4711000/],
  ['GET', '/4711000/report?format=md', undefined, 404, /there is no report/],
  ['GET', '/4711000/events', undefined, 404, /there is no report/],
  ['POST', '/4711000/share', undefined, 404, /there is no report/],
  ['POST', '/4711000/retry', { from: 'nowhere' }, 400, /from/],
  ['GET', '/bulk/4711000', undefined, 404, /there is no bulk 4711000/],
  ['GET', '/compare?url=never.example', undefined, 409, /no two finished reports/],
  ['PUT', '/reruns', { url: 'a.example', everyHours: 0 }, 400, /everyHours/],
  ['DELETE', '/reruns/4711000', undefined, 404, /there is no rerun/],
])('%s %s %j is answered with the reason', async (method, path, json, status, detail) => {
  const { ask } = await served
  const answer = await ask(path, { method, ...(json === undefined ? {} : { json }) })
  expect([answer.status, (await problemIn(answer)).detail]).toEqual([status, expect.stringMatching(detail)])
})

test('all of it is described', async () => {
  const { url } = await served
  const answer = await fetch(`${url}/api/openapi.json`, { headers: { Authorization: `Bearer ${tokens[0].token}` } })
  const { paths } = (await answer.json()) as { paths: Record<string, object> }
  const own = Object.entries(paths).filter(([path]) => path.startsWith('/site-reports'))
  expect(own.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))).toEqual(
    expect.arrayContaining(['post /site-reports', 'get /site-reports/{id}/events', 'get /site-reports/compare']),
  )
})

test('who may only look does not act, and without a token there is nothing but what was shared', async () => {
  const { ask } = await served
  const json = { url: 'site-1.example' }
  expect((await ask('', { method: 'POST', json, token: tokens[1].token })).status).toBe(403)
  expect((await ask('', { token: tokens[1].token })).status).toBe(200)
  expect((await ask('', { token: null })).status).toBe(401)
  expect((await ask(`/open/reports/${'x'.repeat(43)}`, { token: null })).status).toBe(404)
})
