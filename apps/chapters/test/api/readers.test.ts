import { createHash } from 'node:crypto'
import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { api, apiServer } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { browser } from '../support/browser.ts'
import { addChapter, addNotification, addReader, addSeries, follow } from '../support/rows.ts'
import { standIn } from '../support/stand-in.ts'

const database = appDatabase()
const db = database.pool

test('a reader has a name that is theirs alone, languages, and a token that is shown once and kept as its hash', async () => {
  const { send, get, ask } = await apiServer(database, { publicUrl: 'https://example.org/' })
  const {
    reader,
    token: feedToken,
    url: feedUrl,
  } = await send('POST', '/readers', { name: 'Ada', languages: ['en', 'pt-br'] })
  expect(reader).toMatchObject({ name: 'Ada', languages: ['en', 'pt-br'], hasToken: true })
  expect(feedUrl).toBe(`https://example.org/api/chapters/open/feeds/${feedToken}.xml`)
  expect(JSON.stringify(await get(`/readers/${reader.id}`))).not.toContain(feedToken)
  const { rows } = await db.query('select feed_token_hash from chapters.reader where id = $1', [reader.id])
  expect(rows[0].feed_token_hash).toEqual(createHash('sha256').update(feedToken).digest())
  const twice = await ask('/readers', { method: 'POST', json: { name: 'Ada' } })
  expect([twice.status, (await problemIn(twice)).code]).toEqual([409, 'name-taken'])
  const { reader: bob } = await send('POST', '/readers', { name: 'Bob' })
  const renamed = await ask(`/readers/${bob.id}`, { method: 'PATCH', json: { name: 'Ada' } })
  expect([renamed.status, (await problemIn(renamed)).code]).toEqual([409, 'name-taken'])
  expect(await send('PATCH', `/readers/${bob.id}`, { languages: ['de'] })).toMatchObject({
    name: 'Bob',
    languages: ['de'],
  })
  expect((await get('/readers?limit=1')).readers).toHaveLength(1)
  await send('DELETE', `/readers/${bob.id}`)
  expect((await ask(`/readers/${bob.id}`)).status).toBe(404)
})

test.each([
  ['/readers', { name: '' }],
  ['/readers', { name: ' ada' }],
  ['/readers', { name: 'a\0b' }],
  ['/readers', { name: '\ud800' }],
  ['/readers', { name: 'x'.repeat(201) }],
  ['/readers', { name: 'x', languages: ['English'] }],
  ['/readers', { name: 'x', languages: 'en' }],
  ['/readers', 'ada'],
])('POST %s with %j is refused', async (path, json) => {
  const { ask } = await apiServer(database)
  expect((await ask(path, { method: 'POST', json })).status).toBe(400)
})

test('ids that are none, pages that are none and bodies that are no JSON make no 500', async () => {
  const { ask } = await apiServer(database)
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999', '%00', '1e3']) {
    for (const path of [
      `/series/${id}`,
      `/readers/${id}/library`,
      `/readers/${id}/webhooks`,
      `/series/${id}/chapters`,
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
  }
  const reader = await addReader(db)
  const paths = ['/series', '/feed', '/readers', `/readers/${reader}/library`, `/readers/${reader}/notifications`]
  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const path of paths) {
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'after=x', `after=${cursor({ id: '1' })}`, 'colour=red']) {
      expect([path, query, (await ask(`${path}?${query}`)).status]).toEqual([path, query, 400])
    }
  }
  expect((await ask(`/feed?after=${cursor({ us: Number.MAX_SAFE_INTEGER, id: 1 })}`)).status).toBe(200)
  expect((await ask('/feed?reader=4711000')).status).toBe(404)
  for (const body of ['{', '', 'null', '[]']) {
    const headers = { 'content-type': 'application/json' }
    expect([body, (await ask('/readers', { method: 'POST', body, headers })).status]).toEqual([body, 400])
  }
})

test('the library counts what is unread, in the languages of the reader, and marks change it', async () => {
  const { send, get } = await apiServer(database)
  const series = await addSeries(db)
  const ids: number[] = []
  for (const number of ['1', '2', '3', '3.5', '10']) ids.push(await addChapter(db, series, { number }))
  await addChapter(db, series, { number: '11', language: 'de' })
  await addChapter(db, series, { number: '12', language: null })
  const oneShot = await addChapter(db, series, { language: 'en', isBacklog: true })
  const [all, english] = [await addReader(db), await addReader(db, ['en', 'fr'])]
  await follow(db, all, series)
  await follow(db, english, series)
  const unread = async (reader: number) => (await get(`/readers/${reader}/library`)).entries[0].unread
  expect([await unread(all), await unread(english)]).toEqual([8, 7])
  await send('PUT', `/readers/${english}/library/${series.id}/read-through`, { number: '3' })
  expect([await unread(all), await unread(english)]).toEqual([8, 4])
  await send('PUT', `/readers/${english}/read/${oneShot}`)
  await send('PUT', `/readers/${english}/read/${oneShot}`)
  // read through already: it counts once
  await send('PUT', `/readers/${english}/read/${ids[0]}`)
  expect(await unread(english)).toBe(3)
  await send('DELETE', `/readers/${english}/read/${oneShot}`)
  expect(await unread(english)).toBe(4)
  await send('PUT', `/readers/${english}/library/${series.id}/read-through`, { number: null })
  expect(await unread(english)).toBe(6)
  expect((await get(`/readers/${english}/library`)).entries[0]).toMatchObject({ readThrough: null, notify: true })
})

test('a reader follows a series that is there, is told of it or not, and follows it no more', async () => {
  const { send, get, ask } = await apiServer(database)
  const [series, reader] = [await addSeries(db), await addReader(db)]
  const path = `/readers/${reader}/library/${series.id}`
  await send('PUT', path, { notify: false })
  await send('PUT', path, {})
  expect((await get(`/readers/${reader}/library`)).entries).toMatchObject([{ seriesId: series.id, notify: false }])
  await send('DELETE', path)
  expect((await get(`/readers/${reader}/library`)).entries).toEqual([])
  const codes = async (method: string, of: string, json?: unknown) =>
    (await problemIn(await ask(of, { method, ...(json === undefined ? {} : { json }) }))).code
  expect(await codes('DELETE', path)).toBe('unknown-entry')
  expect(await codes('PUT', `${path}/read-through`, { number: '1' })).toBe('unknown-entry')
  expect(await codes('PUT', `/readers/${reader}/library/4711000`, {})).toBe('unknown-series')
  expect(await codes('PUT', `/readers/4711000/library/${series.id}`, {})).toBe('unknown-reader')
  expect(await codes('PUT', `/readers/${reader}/read/4711000`)).toBe('unknown-chapter')
  for (const number of ['-1', '1e3', 'NaN', '1.', '', 45]) {
    expect(await codes('PUT', `${path}/read-through`, { number })).toBe('invalid-request')
  }
})

test('a library of many series comes in pages, each with its count', async () => {
  const { get } = await apiServer(database)
  const reader = await addReader(db)
  for (let i = 0; i < 5; i++) {
    const series = await addSeries(db)
    for (let n = 0; n < i; n++) await addChapter(db, series, { number: String(n) })
    await follow(db, reader, series)
  }
  const first = await get(`/readers/${reader}/library?limit=3`)
  const rest = await get(`/readers/${reader}/library?limit=3&after=${first.next}`)
  const counts = [...first.entries, ...rest.entries].map(({ unread }: { unread: number }) => unread)
  expect([counts, rest.next]).toEqual([[0, 1, 2, 3, 4], null])
})

test('a reader sees what they were told, the newest first, and marks it as seen', async () => {
  const { send, get, ask } = await apiServer(database)
  const [series, reader, other] = [await addSeries(db), await addReader(db), await addReader(db)]
  const ids: number[] = []
  for (const number of ['1', '2', '3'])
    ids.push(await addNotification(db, reader, await addChapter(db, series, { number })))
  const path = `/readers/${reader}/notifications`
  const numbers = async (query: string) =>
    (await get(`${path}?${query}`)).notifications.map((each: { chapter: { number: string } }) => each.chapter.number)
  expect(await numbers('')).toEqual(['3', '2', '1'])
  const first = await get(`${path}?limit=2`)
  expect(await numbers(`limit=2&after=${first.next}`)).toEqual(['1'])
  // nobody marks what is another's
  expect(await send('POST', `/readers/${other}/notifications/seen`, { ids })).toEqual({ seen: 0 })
  expect(await send('POST', `${path}/seen`, { ids: [ids[2]] })).toEqual({ seen: 1 })
  expect(await numbers('unseen=true')).toEqual(['2', '1'])
  expect(await send('POST', `${path}/seen`, { through: ids[1] })).toEqual({ seen: 2 })
  expect(await numbers('unseen=true')).toEqual([])
  for (const json of [{}, { ids, through: 1 }, { ids: ['x'] }]) {
    expect((await ask(`${path}/seen`, { method: 'POST', json })).status).toBe(400)
  }
})

test('a browser subscribes with the key that it is told, and only with keys that are some', async () => {
  const { send, get, ask } = await apiServer(database)
  const reader = await addReader(db)
  expect(await get('/push/key')).toEqual({ publicKey: api.vapid!.publicKey })
  const { keys } = browser()
  const path = `/readers/${reader}/push-subscriptions`
  const endpoint = 'https://push.example.org/send/a-secret-of-the-browser'
  const made = await send('POST', path, { endpoint, expirationTime: null, keys })
  expect(await send('POST', path, { endpoint, keys })).toMatchObject({ id: made.id })
  expect((await get(path)).subscriptions).toMatchObject([{ id: made.id, endedAt: null }])
  // whoever has the whole address can send to it
  expect([made.url, (await get(path)).subscriptions[0].url]).toEqual(Array(2).fill('https://push.example.org/…wser'))
  expect(JSON.stringify(await get(path))).not.toContain(keys.auth)
  for (const json of [
    { endpoint: 'https://10.0.0.1/x', keys },
    { endpoint: 'http://push.example.org/x', keys },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint, keys: { ...keys, p256dh: keys.auth } },
    { endpoint },
  ]) {
    expect((await ask(path, { method: 'POST', json })).status).toBe(400)
  }
  await send('DELETE', `${path}/${made.id}`)
  expect((await ask(`${path}/${made.id}`, { method: 'DELETE' })).status).toBe(404)
  const without = await apiServer(database, { vapid: undefined })
  expect((await without.ask('/push/key')).status).toBe(404)
})

test('a webhook is added, tested and taken away; addresses inside of the network are refused when they are given', async () => {
  const service = await standIn()
  const { send, get, ask, pawl } = await apiServer(database, { allowPrivate: true })
  const strict = await apiServer(database)
  const reader = await addReader(db)
  const path = `/readers/${reader}/webhooks`
  for (const url of [
    'https://localhost/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/',
    `${service.url}/hook`,
    'x',
  ]) {
    const answer = await strict.ask(path, { method: 'POST', json: { url } })
    expect([url, answer.status, await answer.json()]).toEqual([
      url,
      400,
      expect.objectContaining({ code: 'invalid-address' }),
    ])
  }
  const made = await send('POST', path, { url: `${service.url}/hook` })
  expect(made.url).toBe(`${service.url}/…`)
  const { jobId } = await send('POST', `${path}/${made.id}/test`)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(jobId)).toEqual({ status: 'delivered' })
  expect(JSON.parse(service.received[0]!.body.toString())).toMatchObject({
    content: expect.stringContaining('test'),
    embeds: [],
  })
  // a test that has failed does not stand in the way of the next one
  service.answer = () => ({ status: 400 })
  await send('POST', `${path}/${made.id}/test`)
  await pawl.drain({ keepOpen: true })
  service.answer = () => ({ status: 204 })
  const again = await send('POST', `${path}/${made.id}/test`)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(again.jobId)).toEqual({ status: 'delivered' })
  service.answer = () => ({ status: 410 })
  await send('POST', `${path}/${made.id}/test`)
  await pawl.drain({ keepOpen: true })
  expect((await get(path)).webhooks).toMatchObject([{ id: made.id, endedAt: expect.any(String) }])
  expect((await ask(`${path}/${made.id}/test`, { method: 'POST' })).status).toBe(409)
  expect(await send('POST', path, { url: `${service.url}/hook` })).toMatchObject({ id: made.id, endedAt: null })
  await send('DELETE', `${path}/${made.id}`)
  expect((await get(path)).webhooks).toEqual([])
  for (let i = 0; i < 20; i++) await send('POST', path, { url: `https://hooks.example.org/${i}` })
  const tooMany = await ask(path, { method: 'POST', json: { url: 'https://hooks.example.org/more' } })
  expect([tooMany.status, (await problemIn(tooMany)).code]).toEqual([409, 'too-many-targets'])
  expect(
    (await ask('/readers/4711000/webhooks', { method: 'POST', json: { url: 'https://hooks.example.org/' } })).status,
  ).toBe(404)
})
