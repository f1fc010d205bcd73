import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstSeries } from '../src/first-series.ts'
import { type Sandbox, type Series, sandboxSeries, startSandbox } from '../src/index.ts'

let sandbox: Sandbox
let series: Series

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  series = sandbox.chapters.addSeries({ title: 'Salt & Ink', chapters: 2 })
})
afterAll(() => sandbox.stop())

describe('MangaPark', () => {
  const query =
    'query($id: ID!) { get_comicNode(id: $id) { data { name } } get_comicChapterList(comicId: $id) { data { id } } }'
  const ask = async (body: unknown) => {
    const url = `${sandbox.urls.chapters.mangapark}/apo/`
    return fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  }

  it('has all chapters of a comic in one answer, and those of other uploaders below the first', async () => {
    sandbox.chapters.publish(series, { number: '10.5', volume: '2', groups: ['First'] })
    sandbox.chapters.publish(series, { number: '10.5', volume: '2', groups: ['Second'] }, ['mangapark'])
    const answer = await ask({ query, variables: { id: series.ids.mangapark } })
    const { data } = (await answer.json()) as { data: { get_comicChapterList: object[]; get_comicNode: object } }
    expect(data.get_comicNode).toMatchObject({ data: { name: 'Salt & Ink' } })
    expect(data.get_comicChapterList).toHaveLength(3)
    expect(data.get_comicChapterList[2]).toMatchObject({
      data: {
        dname: 'Vol.02 Ch.010.5',
        serial: 10.5,
        userNode: { data: { name: 'First' } },
        dupChapters: [{ data: { userNode: { data: { name: 'Second' } } } }],
      },
    })
  })

  it('answers with errors to what it does not know', async () => {
    expect((await ask({ query: '{ nonsense }' })).status).toBe(400)
    expect(await (await ask({ query, variables: { id: 1 } })).json()).toMatchObject({ data: { get_comicNode: null } })
  })
})

describe('a feed', () => {
  it('answers 304 while nothing has changed', async () => {
    const url = series.urls.feeds!
    const first = await fetch(url)
    expect(await first.text()).toContain('Salt &amp; Ink Chapter 2')
    const etag = first.headers.get('etag')!
    const modified = first.headers.get('last-modified')!
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url, { headers: { 'if-modified-since': modified } })).status).toBe(304)
    sandbox.chapters.publish(series, { number: '11' })
    const changed = await fetch(url, { headers: { 'if-none-match': etag } })
    expect(await changed.text()).toContain('Chapter 11')
  })
})

describe('MangaUpdates', () => {
  it('has the title of a series, and its releases as a feed', async () => {
    const url = `${sandbox.urls.chapters.mangaupdates}/series/${series.ids.mangaupdates}`
    expect(await (await fetch(url)).json()).toMatchObject({ title: 'Salt & Ink' })
    expect(await (await fetch(`${url}/rss`)).text()).toContain(`[${series.group}] Salt &amp; Ink c.2`)
    expect((await fetch(`${sandbox.urls.chapters.mangaupdates}/series/1/rss`)).status).toBe(404)
  })
})

describe('faults', () => {
  const url = () => `${sandbox.urls.chapters.mangaupdates}/series/${series.ids.mangaupdates}`

  it('last for as many requests as they were given', async () => {
    sandbox.chapters.outage('mangaupdates', { kind: 'error', requests: 2 })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await fetch(url())).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  it('cut the connection, cut the answer, and put a page before it', async () => {
    sandbox.chapters.outage('mangaupdates')
    await expect(fetch(url())).rejects.toThrow()
    sandbox.chapters.outage('mangaupdates', { kind: 'truncated' })
    await expect((await fetch(url())).json()).rejects.toThrow()
    sandbox.chapters.outage('mangaupdates', { kind: 'html' })
    expect((await fetch(url())).headers.get('content-type')).toMatch('text/html')
    sandbox.chapters.restore('mangaupdates')
    expect((await fetch(url())).status).toBe(200)
  })

  it('can be asked for over HTTP', async () => {
    const control = `${sandbox.origin}/control/faults/feeds`
    expect((await fetch(control, { method: 'POST', body: '{"kind":"nonsense"}' })).status).toBe(400)
    await fetch(control, { method: 'POST', body: '{"kind":"error","requests":1}' })
    expect((await fetch(series.urls.feeds!)).status).toBe(500)
    expect((await fetch(series.urls.feeds!)).status).toBe(200)
  })
})

it('the addresses to follow are known before it runs', async () => {
  const fresh = await startSandbox({ port: 0 })
  const started = firstSeries.flatMap((options) => Object.values(fresh.chapters.addSeries(options).urls))
  const elsewhere = (url: string) => url.replace(/^http:\/\/127.0.0.1:\d+/, '')
  expect(started.map(elsewhere)).toEqual(sandboxSeries.chapters.map(elsewhere))
  await fresh.stop()
})

it('a port that is taken is an error that says what to do', async () => {
  const port = Number(new URL(sandbox.origin).port)
  await expect(startSandbox({ port })).rejects.toThrow(/is in use; choose another with PAWL_SANDBOX_PORT/)
})
