import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, type Series, startSandbox } from '../src/index.ts'

const headers = { 'user-agent': 'tests' }
let sandbox: Sandbox
let series: Series
const ask = (path: string, init: RequestInit = { headers }) => fetch(`${sandbox.urls.chapters.mangadex}${path}`, init)
const feed = async (query: string, of = series) => {
  const answer = await ask(`/manga/${of.ids.mangadex}/feed?${query}`)
  return (await answer.json()) as { data: Chapter[]; total: number; limit: number; offset: number }
}
type Chapter = {
  id: string
  type: string
  attributes: { chapter: string | null; publishAt: string; version: number; pages: number; externalUrl: string | null }
  relationships: { type: string; attributes?: { name?: string } }[]
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, chapters: { limit: { perSecond: 10_000 } } })
  series = sandbox.chapters.addSeries({ title: 'Lanterns', chapters: 120 })
})
afterAll(() => sandbox.stop())

describe('the feed of a manga', () => {
  it('comes in pages of a hundred, with escaped slashes and offsets of time', async () => {
    const text = await (await ask(`/manga/${series.ids.mangadex}/feed?includes[]=scanlation_group`)).text()
    const { data, total, limit } = JSON.parse(text) as { data: Chapter[]; total: number; limit: number }
    expect([data.length, total, limit]).toEqual([100, 120, 100])
    expect(text).not.toMatch(/[^\\]\//)
    expect(data[0]!.attributes.publishAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    expect(data[0]!.relationships.find(({ type }) => type === 'scanlation_group')!.attributes!.name).toBe(series.group)
    expect(new Set(data.map((chapter) => Object.keys(chapter)[0]))).toEqual(new Set(['id', 'relationships']))
  })

  it('names no group unless it is asked to', async () => {
    const { data } = await feed('limit=1')
    expect(data[0]!.relationships.map(({ attributes }) => attributes)).toEqual([undefined, undefined, undefined])
  })

  it('is ordered by number when asked, also beyond nine', async () => {
    const { data } = await feed('limit=500&order[chapter]=desc')
    expect(data.slice(0, 3).map(({ attributes }) => attributes.chapter)).toEqual(['120', '119', '118'])
  })

  it('leaves out what is published later until then, and shows it to those who ask', async () => {
    const of = sandbox.chapters.addSeries({ title: 'Later', services: ['mangadex'] })
    sandbox.chapters.publish(of, { number: '1', publishAt: sandbox.chapters.now() + 3_600_000 })
    sandbox.chapters.publish(of, { number: '2', externalUrl: 'https://reader.example/2' })
    expect((await feed('', of)).data.map(({ attributes }) => attributes.chapter)).toEqual(['2'])
    expect((await feed('includeFuturePublishAt=1', of)).data.map(({ attributes }) => attributes.chapter)).toEqual(['1'])
    expect((await feed('includeExternalUrl=0', of)).data.map(({ attributes }) => attributes.chapter)).toEqual(['1'])
    sandbox.chapters.advance(3_600_000)
    expect((await feed('', of)).total).toBe(2)
  })

  it('is empty for the rating that nobody asked for', async () => {
    const of = sandbox.chapters.addSeries({ title: 'Grown up', chapters: 1, contentRating: 'pornographic' })
    expect((await feed('', of)).total).toBe(0)
    expect((await feed('contentRating[]=pornographic', of)).total).toBe(1)
  })

  it('shows nothing beyond ten thousand', async () => {
    const of = sandbox.chapters.addSeries({ title: 'Endless', services: ['mangadex'], chapters: 10_100 })
    const last = await feed('limit=500&offset=9900', of)
    expect([last.data.length, last.total]).toEqual([100, 10_100])
    expect((await feed('limit=500&offset=10000', of)).data).toEqual([])
  })

  it.each([
    'limit=501',
    'limit=0',
    'offset=-1',
    'createdAtSince=2024-05-01T00:00:00Z',
    'updatedAtSince=2024-05-01',
    'translatedLanguage[]=english',
    'contentRating[]=any',
    'order[title]=asc',
    'order[chapter]=up',
    'includes[]=everything',
    'includeExternalUrl=2',
  ])('%s is refused in the shape of its errors', async (query) => {
    const answer = await ask(`/manga/${series.ids.mangadex}/feed?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ result: 'error', errors: [{ status: 400, context: null }] })
  })

  it('of a manga that is not there is a 404', async () => {
    expect((await ask('/manga/00000000-0000-4000-a000-000000000000/feed')).status).toBe(404)
    expect((await ask('/manga/nonsense/feed')).status).toBe(400)
  })
})

describe('what uploaders do', () => {
  it('an edit keeps the id and counts, an upload anew has another id, and what is removed is gone', async () => {
    const of = sandbox.chapters.addSeries({ title: 'Changing', services: ['mangadex'] })
    const [upload] = sandbox.chapters.publish(of, { number: '1' })
    sandbox.chapters.edit(upload!, { number: '1.5' })
    expect((await feed('', of)).data).toMatchObject([{ id: upload!.id, attributes: { chapter: '1.5', version: 2 } }])
    const again = sandbox.chapters.reupload(upload!)
    expect((await feed('', of)).data).toMatchObject([{ id: again.id, attributes: { chapter: '1.5', version: 1 } }])
    sandbox.chapters.remove(again)
    expect((await feed('', of)).total).toBe(0)
    const list = await ask(`/chapter?ids[]=${again.id}&limit=100`)
    expect(await list.json()).toMatchObject({ data: [], total: 0 })
  })

  it('is the same for the same seed', async () => {
    const run = async () => {
      const other = await startSandbox({ port: 0, chapters: { seed: 7 } })
      for (let n = 0; n < 5; n++) other.chapters.addSeries({ title: `Series ${n}`, chapters: 3 })
      const events = Array.from({ length: 300 }, () => other.chapters.publisher.step())
      const uploads = [...other.chapters.uploads()].map(({ id, number, version }) => [id, number, version])
      await other.stop()
      return { events, uploads }
    }
    const [first, second] = [await run(), await run()]
    expect(second).toEqual(first)
    expect(new Set(first.events).size).toBe(10)
  })
})

describe('what it asks of callers', () => {
  it('a name, and no proxy', async () => {
    expect((await ask('/chapter', { headers: { 'user-agent': '' } })).status).toBe(400)
    expect((await ask('/chapter', { headers: { ...headers, via: '1.1 proxy' } })).status).toBe(400)
  })

  it('patience: more than a second’s worth is refused until a UNIX time, and who insists is banned', async () => {
    const strict = await startSandbox({ port: 0, chapters: { limit: { perSecond: 0.01, burst: 5 }, banAfter: 3 } })
    const call = () => fetch(`${strict.urls.chapters.mangadex}/chapter`, { headers })
    const answers = []
    for (let n = 0; n < 9; n++) answers.push(await call())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 403])
    const until = Number(answers[5]!.headers.get('x-ratelimit-retry-after'))
    expect(until).toBeGreaterThan(Date.now() / 1000)
    expect(answers[5]!.headers.get('retry-after')).toBeNull()
    expect(strict.chapters.requests('mangadex').refused).toBe(3)
    expect(strict.chapters.requests('mangadex').total).toBe(9)
    await strict.stop()
  })
})
