import { createHash } from 'node:crypto'
import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { apiServer, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addLibraryRow, addReaderRow, addSeriesRows } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool

test('a reader has a name that is theirs alone, and a token that is shown once and kept as its hash', async () => {
  const { send, get, ask } = await apiServer(database, folder, { publicUrl: 'https://example.org/' })
  const { reader, token, url: opdsUrl } = await send('POST', '/readers', { name: 'Ada' })
  expect(reader).toMatchObject({ name: 'Ada', hasToken: true })
  expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  expect(opdsUrl).toBe(`https://example.org/api/comic-library/open/${token}/opds`)
  expect(JSON.stringify(await get(`/readers/${reader.id}`))).not.toContain(token)
  const { rows } = await db.query('select feed_token_hash from comic_library.reader where id = $1', [reader.id])
  expect(rows[0].feed_token_hash).toEqual(createHash('sha256').update(token).digest())
  const twice = await ask('/readers', { method: 'POST', json: { name: 'Ada' } })
  expect([twice.status, (await problemIn(twice)).code]).toEqual([409, 'name-taken'])
  const { reader: bob } = await send('POST', '/readers', { name: 'Bob' })
  expect((await ask(`/readers/${bob.id}`, { method: 'PATCH', json: { name: 'Ada' } })).status).toBe(409)
  expect(await send('PATCH', `/readers/${bob.id}`, { name: 'Rob' })).toMatchObject({ name: 'Rob' })
  expect((await get('/readers?limit=1')).readers).toHaveLength(1)
  await send('DELETE', `/readers/${bob.id}`)
  expect((await ask(`/readers/${bob.id}`)).status).toBe(404)
  for (const name of ['', ' ada', 'a:b', 'a\0b', 'x'.repeat(201)]) {
    expect((await ask('/readers', { method: 'POST', json: { name } })).status).toBe(400)
  }
})

test('how far somebody has come is theirs alone; the last page finishes an issue, and the next one is known', async () => {
  const { send, get } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const { id, issues } = await addSeriesRows(db, library, 'Read', [{ number: '1' }, { number: '2' }, { number: '3' }])
  const [ada, bob] = [await addReaderRow(db), await addReaderRow(db)]
  const put = (issue: number, json: unknown) => send('PUT', `/readers/${ada}/progress/${issue}`, json)
  const reading = async (reader: number) => (await get(`/series/${id}?reader=${reader}`)).reading
  expect(await put(issues[0]!, { page: 2 })).toMatchObject({ page: 2, completedAt: null })
  expect(await reading(ada)).toEqual({ read: 0, nextIssueId: issues[0] })
  expect((await get(`/readers/${ada}/reading`)).issues).toMatchObject([{ id: issues[0], progress: { page: 2 } }])
  const { completedAt } = await put(issues[0]!, { page: 99 })
  expect(completedAt).not.toBeNull()
  expect(await put(issues[0]!, { page: 3, completed: true })).toMatchObject({ page: 3, completedAt })
  expect([await reading(ada), await reading(bob)]).toEqual([{ read: 1, nextIssueId: issues[1] }, null])
  expect((await get(`/readers/${ada}/next`)).issues).toMatchObject([{ id: issues[1], progress: null }])
  expect(await put(issues[0]!, { page: 1 })).toMatchObject({ page: 1, completedAt: null })
  expect((await get(`/readers/${ada}/next`)).issues).toEqual([])
  await send('DELETE', `/readers/${ada}/progress/${issues[0]}`)
  expect(await reading(ada)).toBeNull()
})

test('a whole series is marked as read, and as not read', async () => {
  const { send, get, ask } = await apiServer(database, folder)
  const { id, issues } = await addSeriesRows(db, await addLibraryRow(db), 'Whole', [{}, {}, {}])
  const reader = await addReaderRow(db)
  await send('PUT', `/readers/${reader}/series/${id}/read`)
  expect((await get(`/series/${id}?reader=${reader}`)).reading).toEqual({ read: 3, nextIssueId: null })
  const page = await get(`/readers/${reader}/progress?limit=2`)
  const rest = await get(`/readers/${reader}/progress?limit=2&after=${page.next}`)
  const listed = [...page.progress, ...rest.progress].map(({ issueId }: { issueId: number }) => issueId)
  expect([listed.toSorted((a, b) => a - b), rest.next]).toEqual([issues, null])
  await send('DELETE', `/readers/${reader}/series/${id}/read`)
  expect((await get(`/series/${id}?reader=${reader}`)).reading).toBeNull()
  for (const path of [`/readers/${reader}/series/4711000/read`, `/readers/4711000/series/${id}/read`]) {
    expect((await ask(path, { method: 'PUT' })).status).toBe(404)
  }
  expect((await ask(`/readers/${reader}/progress/4711000`, { method: 'PUT', json: { page: 1 } })).status).toBe(404)
  expect((await ask(`/readers/${reader}/progress/${issues[0]}`, { method: 'PUT', json: { page: -1 } })).status).toBe(
    400,
  )
})

test('issues that somebody finishes at the same moment are all counted', async () => {
  const { send, get } = await apiServer(database, folder)
  const many = Array.from({ length: 20 }, (_, i) => ({ number: String(i + 1) }))
  const { id, issues } = await addSeriesRows(db, await addLibraryRow(db), 'At once', many)
  const reader = await addReaderRow(db)
  await Promise.all(issues.map((issue) => send('PUT', `/readers/${reader}/progress/${issue}`, { page: 3 })))
  expect((await get(`/series/${id}?reader=${reader}`)).reading).toEqual({ read: 20, nextIssueId: null })
})
