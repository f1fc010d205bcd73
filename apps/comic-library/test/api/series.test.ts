import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { apiServer, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addLibraryRow, addReaderRow, addSeriesRows } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool

// biome-ignore lint/suspicious/noExplicitAny: pages as the API gives them
const namesOf = (page: any): string[] => page.series.map(({ name }: { name: string }) => name)

test('series are listed by name, page by page, of one library or found by a part of their evened-out name', async () => {
  const { get } = await apiServer(database, folder)
  const [one, two] = [await addLibraryRow(db), await addLibraryRow(db)]
  for (const name of ['Zot!', 'amazing Fantasy', 'Spider-Man: Blue', 'The Boys'])
    await addSeriesRows(db, one, name, [{}])
  await addSeriesRows(db, two, 'Batman', [{}, {}])
  await addSeriesRows(db, two, 'An empty one', [])
  expect(namesOf(await get('/series'))).toEqual(['amazing Fantasy', 'Batman', 'Spider-Man: Blue', 'The Boys', 'Zot!'])
  const first = await get('/series?limit=2')
  expect(namesOf(await get(`/series?limit=2&after=${first.next}`))).toEqual(['Spider-Man: Blue', 'The Boys'])
  expect(namesOf(await get(`/series?library=${two.id}`))).toEqual(['Batman'])
  expect(namesOf(await get('/series?q=SPIDER%20man'))).toEqual(['Spider-Man: Blue'])
  expect((await get('/series?q=batman')).series[0]).toMatchObject({ issues: 2, publisher: 'House', reading: null })
})

test('the issues of a series come in their order, page by page, with how far a reader has come', async () => {
  const { get, send, ask } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const { id, issues } = await addSeriesRows(db, library, 'Ordered', [
    { number: '10' },
    { number: '2', title: 'Rain', comicInfo: { summary: 'It rains.' } },
    { number: '1', warning: { code: 'corrupt', text: 'cut off' } },
    { number: '3', status: 'orphaned' },
  ])
  const reader = await addReaderRow(db)
  await send('PUT', `/readers/${reader}/progress/${issues[1]}`, { page: 2 })
  const all = await get(`/series/${id}/issues?reader=${reader}`)
  expect(all.issues).toMatchObject([
    { number: '1', warning: { code: 'corrupt', text: 'cut off' }, progress: null },
    {
      number: '2',
      title: 'Rain',
      pages: 3,
      progress: { page: 2, completedAt: null },
      comicInfo: { summary: 'It rains.' },
    },
    { number: '10', seriesName: 'Ordered', fileName: 'Ordered 10.cbz' },
  ])
  const first = await get(`/series/${id}/issues?limit=2`)
  expect((await get(`/series/${id}/issues?limit=2&after=${first.next}`)).issues).toMatchObject([{ number: '10' }])
  expect((await get(`/issues/${issues[1]}?reader=${reader}`)).progress.page).toBe(2)
  expect((await ask('/series/4711000/issues')).status).toBe(404)
  expect((await ask(`/issues/${issues[3]}`)).status).toBe(404)
})

test('the newest issues and a search go over all libraries; signs of patterns are plain text', async () => {
  const { get } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const { issues } = await addSeriesRows(db, library, 'Searching', [{ title: '100% Pure' }, { title: 'The 1000 Suns' }])
  const newest = await get('/issues?limit=2')
  expect(newest.issues.map(({ id }: { id: number }) => id)).toEqual([...issues].reverse())
  expect((await get(`/issues?limit=1&after=${newest.next}`)).issues[0].id).toBeLessThan(issues[0]!)
  expect((await get('/search?q=100%25')).issues).toMatchObject([{ title: '100% Pure' }])
  const found = await get('/search?q=searching')
  expect([found.series.length, found.issues.length]).toEqual([1, 2])
})

test('a person chooses the issue that stands for a series, and takes that back', async () => {
  const { send, get, ask } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const { id, issues } = await addSeriesRows(db, library, 'Covered', [{}, {}])
  const other = await addSeriesRows(db, library, 'Another', [{}])
  expect((await get(`/series/${id}`)).coverIssueId).toBe(issues[0])
  expect(await send('PUT', `/series/${id}/cover`, { issue: issues[1] })).toMatchObject({ coverIssueId: issues[1] })
  const wrong = await ask(`/series/${id}/cover`, { method: 'PUT', json: { issue: other.issues[0] } })
  expect([wrong.status, (await problemIn(wrong)).code]).toEqual([409, 'not-of-series'])
  // the issue goes elsewhere, and with it its cover
  await send('POST', `/series/${id}/split`, { name: 'Its own', issues: [issues[1]] })
  expect((await get(`/series/${id}`)).coverIssueId).toBe(issues[0])
  await send('POST', `/libraries/${library.id}/unsplit`, { issues: [issues[1]] })
  expect((await get(`/series/${id}`)).coverIssueId).toBe(issues[1])
  expect(await send('PUT', `/series/${id}/cover`, { issue: null })).toMatchObject({ coverIssueId: issues[0] })
})

test('series are merged and parted, split and put together again by hand', async () => {
  const { send, get, ask } = await apiServer(database, folder)
  const library = await addLibraryRow(db)
  const long = await addSeriesRows(db, library, 'The Amazing Spider', [{}, {}])
  const short = await addSeriesRows(db, library, 'Amazing Spider', [{}])
  expect(await send('POST', `/series/${long.id}/merge`, { series: short.id })).toMatchObject({ issues: 3 })
  expect((await ask(`/series/${short.id}`)).status).toBe(404)
  expect(await send('DELETE', `/series/${short.id}/merge`)).toEqual({ issues: 1 })
  expect((await get(`/series/${long.id}`)).issues).toBe(2)
  const split = await send('POST', `/series/${long.id}/split`, { name: 'Annuals', issues: [long.issues[1]] })
  expect(split).toMatchObject({ name: 'Annuals', issues: 1, libraryId: library.id })
  expect(await send('POST', `/libraries/${library.id}/unsplit`, { issues: [long.issues[1]] })).toEqual({ issues: 1 })
  expect((await ask(`/series/${split.id}`)).status).toBe(404)
  const itself = await ask(`/series/${long.id}/merge`, { method: 'POST', json: { series: long.id } })
  expect([itself.status, (await problemIn(itself)).detail]).toEqual([
    409,
    expect.stringContaining('cannot join itself'),
  ])
  for (const json of [
    { name: 'X' },
    { name: 'X', issues: [long.issues[0]], folder: 'a' },
    { name: ' X', issues: [1] },
  ]) {
    expect((await ask(`/series/${long.id}/split`, { method: 'POST', json })).status).toBe(400)
  }
  const gone = await ask(`/series/${long.id}/merge`, { method: 'POST', json: { series: 4711000 } })
  expect([gone.status, (await problemIn(gone)).code]).toEqual([404, 'unknown-series'])
})

test('ids that are none and pages that are none make no 500', async () => {
  const { ask } = await apiServer(database, folder)
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999', '%00', '1e3']) {
    for (const path of [`/series/${id}`, `/issues/${id}/file`, `/issues/1/pages/${id}`, `/libraries/${id}/skipped`]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
  }
  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const query of ['limit=0', 'limit=501', 'after=x', `after=${cursor({ nameKey: 'a\0', id: 1 })}`, 'colour=red']) {
    expect([query, (await ask(`/series?${query}`)).status]).toEqual([query, 400])
  }
  for (const q of ['%00', 'a%00b', '%F0%9F%92%A5', '___']) expect((await ask(`/search?q=${q}`)).status).toBe(200)
})
