import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { apiServer, pollSource } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addChapter, addReader, addSeries } from '../support/rows.ts'

const database = appDatabase()
const db = database.pool

test('a series is followed by its address: made, polled at once, and in the library of the reader', async () => {
  const { send, get, pawl } = await apiServer(database)
  const reader = await addReader(db)
  const url = 'https://shelf.example/series/the-door?page=2'
  const series = await send('POST', '/series', { url, reader })
  expect(series).toMatchObject({
    title: 'the door',
    latestChapter: null,
    sources: [{ source: 'shelf', sourceId: 'the-door', url: 'https://shelf.example/series/the-door', tier: 'WARM' }],
  })
  const [source] = series.sources
  const { jobs } = await pawl.jobs.list({ type: pollSource.type })
  expect(jobs).toMatchObject([{ body: { seriesSourceId: source.id }, priority: 2, source: 'shelf' }])
  expect((await get(`/readers/${reader}/library`)).entries).toMatchObject([{ seriesId: series.id, unread: 0 }])
  // once more, by another reader: the same series
  const other = await addReader(db)
  expect((await send('POST', '/series', { url, reader: other })).id).toBe(series.id)
  expect((await pawl.jobs.list({ type: pollSource.type })).jobs).toHaveLength(1)
})

test('of many who follow one address at the same time all get the same series', async () => {
  const { send } = await apiServer(database)
  const url = 'https://shelf.example/series/race'
  const all = await Promise.all(Array.from({ length: 8 }, () => send('POST', '/series', { url })))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
})

test.each([
  [{ url: 'https://nowhere.example/series/1' }, 400, /no source knows this address \(there are: The Shelf\)/],
  [{ url: 'http://shelf.example/series/1' }, 400, /begins with http:/],
  [{ url: 'https://127.0.0.1/series/1' }, 400, /loopback/],
  [{ url: 'nonsense' }, 400, /not a whole URL/],
  [{ url: 'https://shelf.example/series/1', reader: 4_711_000 }, 404, /no reader 4711000/],
  [{ url: 'https://shelf.example/series/1', colour: 'red' }, 400, /colour/],
  [{}, 400, /url/],
  [[], 400, /./],
])('%j is refused with the reason', async (json, status, detail) => {
  const { ask } = await apiServer(database)
  const answer = await ask('/series', { method: 'POST', json })
  const problem = await problemIn(answer)
  expect([answer.status, problem.detail]).toEqual([status, expect.stringMatching(detail)])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
})

test('series and their chapters come in pages that neither skip nor repeat while new ones arrive', async () => {
  const { get } = await apiServer(database)
  const series = await addSeries(db)
  for (const number of ['1', '10', '2', '9.5', '45.5', '45']) await addChapter(db, series, { number })
  await addChapter(db, series, { title: 'An extra' })
  const seen: (string | null)[] = []
  let next = ''
  do {
    const page = await get(`/series/${series.id}/chapters?limit=3${next}`)
    seen.push(...page.chapters.map(({ number }: { number: string | null }) => number))
    if (next === '') await addChapter(db, series, { number: '46' })
    next = page.next && `&after=${page.next}`
  } while (next)
  expect(seen).toEqual(['45.5', '45', '10', '9.5', '2', '1', null])
  const ids: number[] = []
  next = ''
  do {
    const page = await get(`/series?limit=2${next}`)
    ids.push(...page.series.map(({ id }: { id: number }) => id))
    next = page.next && `&after=${page.next}`
  } while (next)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  expect(ids).toContain(series.id)
})

test('a series is paused, resumed, polled by the urgency of its tier, and forgotten', async () => {
  const { send, ask, get, pawl } = await apiServer(database)
  const series = await addSeries(db)
  await db.query(
    `update chapters.series_source set sync_priority = 'HOT', closed_until = now() + interval '1 day' where id = $1`,
    [series.sourceId],
  )
  expect((await send('POST', `/series/${series.id}/pause`)).sources[0].pausedAt).not.toBeNull()
  const refused = await ask(`/series/${series.id}/poll`, { method: 'POST' })
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ code: 'series-paused' })])
  expect((await send('POST', `/series/${series.id}/resume`)).sources[0]).toMatchObject({
    pausedAt: null,
    closedUntil: null,
  })
  const { polls } = await send('POST', `/series/${series.id}/poll`)
  expect(polls).toEqual([{ seriesSourceId: series.sourceId, jobId: expect.any(String), isDuplicate: false }])
  expect(await pawl.job(polls[0].jobId)).toMatchObject({
    priority: 1,
    source: 'shelf',
    body: { seriesSourceId: series.sourceId },
  })
  // twice in a row is once
  expect((await send('POST', `/series/${series.id}/poll`)).polls).toEqual([{ ...polls[0], isDuplicate: true }])
  await send('DELETE', `/series/${series.id}`)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/chapters'],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/poll'],
  ]) {
    const answer = await ask(`/series/${series.id}${path}`, { method: method! })
    expect([path, answer.status, (await problemIn(answer)).code]).toEqual([path, 404, 'unknown-series'])
  }
  expect((await get('/series')).series.map(({ id }: { id: number }) => id)).not.toContain(series.id)
})

test('another source joins a series, and one that belongs to another is not taken away from it', async () => {
  const { send, ask } = await apiServer(database)
  const [series, other] = [await addSeries(db), await addSeries(db)]
  const url = 'https://shelf.example/series/second-home'
  const joined = await send('POST', `/series/${series.id}/sources`, { url })
  expect(joined.sources).toMatchObject([{ id: series.sourceId }, { sourceId: 'second-home' }])
  expect(await send('POST', `/series/${series.id}/sources`, { url })).toMatchObject({ id: series.id })
  const answer = await ask(`/series/${other.id}/sources`, { method: 'POST', json: { url } })
  expect([answer.status, (await problemIn(answer)).detail]).toEqual([
    409,
    expect.stringContaining(`series ${series.id}`),
  ])
})

test('whoever has no token sees nothing, and whoever may only look does not act', async () => {
  const { ask } = await apiServer(database)
  const token = 'read-token-of-the-tests'
  expect((await ask('/series', { token: null })).status).toBe(401)
  expect((await ask('/series', { token })).status).toBe(200)
  for (const [method, path] of [
    ['POST', '/series'],
    ['POST', '/readers'],
    ['DELETE', '/series/1'],
    ['PUT', '/readers/1/read/1'],
  ]) {
    expect([path, (await ask(path!, { method: method!, token, json: {} })).status]).toEqual([path, 403])
    expect([path, (await ask(path!, { method: method!, token: null, json: {} })).status]).toEqual([path, 401])
  }
})
