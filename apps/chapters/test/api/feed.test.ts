import { problemIn } from '@pawl/app/testing'
import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { SeenEvents } from '../../../../tools/testing/seen-events.ts'
import { apiServer } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addChapter, addReader, addSeries, follow } from '../support/rows.ts'

const database = appDatabase()
const db = database.pool

const numbersOf = (page: { chapters: { number: string | null }[] }) => page.chapters.map(({ number }) => number)

test('the feed has what is new, the newest first, of all or of what a reader follows in their languages, and no backlog', async () => {
  const { get } = await apiServer(database)
  const [one, two] = [await addSeries(db), await addSeries(db)]
  const reader = await addReader(db, ['en'])
  await follow(db, reader, one)
  await addChapter(db, one, { number: '1', isBacklog: true })
  await addChapter(db, one, { number: '2' })
  await addChapter(db, two, { number: '50' })
  await addChapter(db, one, { number: '3', language: 'de' })
  await addChapter(db, one, { number: '4' })
  expect(numbersOf(await get('/feed?limit=4'))).toEqual(['4', '3', '50', '2'])
  const first = await get('/feed?limit=3')
  await addChapter(db, one, { number: '5' })
  expect(numbersOf(await get(`/feed?limit=1&after=${first.next}`))).toEqual(['2'])
  expect(numbersOf(await get(`/feed?reader=${reader}`))).toEqual(['5', '4', '2'])
  const page = await get(`/feed?reader=${reader}&limit=2`)
  expect(numbersOf(await get(`/feed?reader=${reader}&limit=2&after=${page.next}`))).toEqual(['2'])
})

test('a program that has the address of a feed reads it, and has nothing else', async () => {
  const { send, url, ask } = await apiServer(database)
  const series = await addSeries(db, 'Tom & <Jerry> "]]>"')
  const name = 'Eve & <Co>'
  const { reader, url: feedUrl, token: feedToken } = await send('POST', '/readers', { name })
  await send('PUT', `/readers/${reader.id}/library/${series.id}`, {})
  const older = await addChapter(db, series, { number: '1', title: 'a < b' })
  const newer = await addChapter(db, series, { number: '1.5' })
  expect(feedUrl.startsWith(url)).toBe(true)
  const answer = await fetch(feedUrl)
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const feed = parseRssFeed(await answer.text())
  expect(feed.title).toBe('New chapters for Eve & <Co>')
  expect(feed.items).toMatchObject([
    { title: 'Tom & <Jerry> "]]>": Chapter 1.5', guid: { value: `urn:pawl:chapters:chapter:${newer}` } },
    { title: 'Tom & <Jerry> "]]>": Chapter 1: a < b', guid: { value: `urn:pawl:chapters:chapter:${older}` } },
  ])
  expect(feed.items![0]!.link).toMatch(/^https:\/\/shelf\.example\/read\//)
  const etag = answer.headers.get('etag')!
  expect((await fetch(feedUrl, { headers: { 'if-none-match': etag } })).status).toBe(304)
  // the token is for this address alone
  expect((await ask('/feed', { token: feedToken })).status).toBe(401)
  expect((await fetch(feedUrl, { method: 'POST' })).status).toBe(401)
  expect((await fetch(feedUrl.replace('.xml', '.json'))).status).toBe(404)
  const wrong = await fetch(feedUrl.replace(feedToken, 'x'.repeat(26)))
  expect([wrong.status, (await problemIn(wrong)).code]).toEqual([404, 'unknown-feed'])
  // another token, and the old address leads nowhere; and none at all
  const { url: second } = await send('POST', `/readers/${reader.id}/token`)
  expect([(await fetch(feedUrl)).status, (await fetch(second)).status]).toEqual([404, 200])
  await send('DELETE', `/readers/${reader.id}/token`)
  expect((await fetch(second)).status).toBe(404)
})

test('an empty feed is a feed', async () => {
  const { send } = await apiServer(database)
  const { url: feedUrl } = await send('POST', '/readers', { name: 'nobody yet' })
  expect(parseRssFeed(await (await fetch(feedUrl)).text())).toMatchObject({ title: 'New chapters for nobody yet' })
})

test('the live feed tells each new chapter once, and goes on where a client was cut off', async () => {
  const { ask } = await apiServer(database)
  const series = await addSeries(db)
  await addChapter(db, series, { number: '1' })
  const first = new SeenEvents((headers, signal) => ask('/feed/events', { headers, signal }))
  await first.until(1)
  expect(first.events).toMatchObject([{ event: 'ready' }])
  await addChapter(db, series, { number: '2' })
  await first.until(2)
  await addChapter(db, series, { number: '0', isBacklog: true })
  await addChapter(db, series, { number: '3' })
  await first.until(3)
  await first.cut()
  await addChapter(db, series, { number: '4' })
  const again = new SeenEvents((headers, signal) => ask('/feed/events', { headers, signal }), first.lastEventId)
  await addChapter(db, series, { number: '5' })
  await again.until(3)
  await again.cut()
  const told = [...first.events, ...again.events].filter(({ event }) => event === 'chapter')
  expect(told.map(({ data }) => (data as { number: string }).number)).toEqual(['2', '3', '4', '5'])
})

test('a client that was cut off amid a batch gets the rest of it and nothing twice', async () => {
  const { ask } = await apiServer(database)
  const series = await addSeries(db)
  const ready = new SeenEvents((headers, signal) => ask('/feed/events', { headers, signal }))
  await ready.until(1)
  await ready.cut()
  await db.query(
    `insert into chapters.logical_chapter (series_id, chapter_number) select $1, n from generate_series(1, 450) n`,
    [series.id],
  )
  const open = (last?: string) => new SeenEvents((headers, signal) => ask('/feed/events', { headers, signal }), last)
  const whole = open(ready.lastEventId)
  await whole.until(451)
  await whole.cut()
  // as if the 123rd had been the last one that arrived
  const rest = open(whole.events[123]!.id)
  await rest.until(450 - 123 + 1)
  await rest.cut()
  const numbers = rest.events.slice(1).map(({ data }) => Number((data as { number: string }).number))
  expect(numbers).toEqual(Array.from({ length: 450 - 123 }, (_, i) => 124 + i))
})

test('a chapter whose transaction commits late is told late and not left out', async () => {
  const { ask } = await apiServer(database)
  const series = await addSeries(db)
  const live = new SeenEvents((headers, signal) => ask('/feed/events', { headers, signal }))
  await live.until(1)
  const slow = await db.connect()
  try {
    await slow.query('begin')
    await addChapter(slow, series, { number: '1' })
    await addChapter(db, series, { number: '2' })
    await live.until(2)
    await slow.query('commit')
  } finally {
    slow.release()
  }
  await live.until(3)
  await live.cut()
  expect(live.events.slice(1).map(({ data }) => (data as { number: string }).number)).toEqual(['2', '1'])
})

test('the live feed of a reader has what they follow; a place that is none begins anew and says so', async () => {
  const { ask } = await apiServer(database)
  const [one, two] = [await addSeries(db), await addSeries(db)]
  const reader = await addReader(db, ['en'])
  await follow(db, reader, one)
  const place = Buffer.from(
    JSON.stringify({ since: '9:1:', until: '9:1:', after: 0, at: Math.floor(Date.now() / 1_000) }),
  )
  for (const [i, last] of ['nonsense', place.toString('base64url')].entries()) {
    const live = new SeenEvents((headers, signal) => ask(`/feed/events?reader=${reader}`, { headers, signal }), last)
    await live.until(1)
    await addChapter(db, two, { number: `${i}.1` })
    await addChapter(db, one, { number: `${i}.2`, language: 'de' })
    const wanted = await addChapter(db, one, { number: `${i}.3` })
    await live.until(2)
    await live.cut()
    expect(live.events).toMatchObject([{ event: 'reset' }, { event: 'chapter', data: { id: wanted } }])
  }
  expect((await ask('/feed/events?reader=4711000')).status).toBe(404)
})
