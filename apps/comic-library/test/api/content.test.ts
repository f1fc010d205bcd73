import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { problemIn } from '@pawl/app/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { apiServer, asked, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addLibraryRow, addSeriesRows } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool
const root = path.join(folder, 'library')
const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251))
const name = 'Bücher "%" & mehr #1.cbz'
let issue = 0
let series = 0

beforeAll(async () => {
  mkdirSync(path.join(root, 'A'), { recursive: true })
  writeFileSync(path.join(root, 'A', name), bytes)
  const library = await addLibraryRow(db, root)
  const added = await addSeriesRows(db, library, 'A', [
    {
      ...{ path: `A/${name}`, size: bytes.length, hash: 'abcdef', cover: 'made' },
      pages: ['1.png', 'broken.png', 'drawing.svg'],
    },
  ])
  series = added.id
  issue = added.issues[0]!
})
beforeEach(() => void asked.splice(0))

test('the file of an issue comes whole, with its name and what to ask with next time', async () => {
  const { ask } = await apiServer(database, folder)
  const whole = await ask(`/issues/${issue}/file`)
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/vnd.comicbook+zip',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="B_cher ___ & mehr #1.cbz"; filename*=UTF-8''B%C3%BCcher%20%22%25%22%20%26%20mehr%20%231.cbz`,
  })
  const tag = whole.headers.get('etag')!
  const again = await ask(`/issues/${issue}/file`, { headers: { 'If-None-Match': `"other", ${tag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await ask(`/issues/${issue}/file`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', ''])
})

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/1000', [0, 1]],
  ['bytes=10-19', 206, 'bytes 10-19/1000', [10, 20]],
  ['bytes=990-', 206, 'bytes 990-999/1000', [990, 1_000]],
  ['bytes=990-99999', 206, 'bytes 990-999/1000', [990, 1_000]],
  ['bytes=-5', 206, 'bytes 995-999/1000', [995, 1_000]],
  ['bytes=-5000', 206, 'bytes 0-999/1000', [0, 1_000]],
  ['bytes=0-1,5-6', 200, null, [0, 1_000]],
  ['bytes=20-10', 200, null, [0, 1_000]],
  ['pages=1-2', 200, null, [0, 1_000]],
  ['bytes=-', 200, null, [0, 1_000]],
] as const)('Range: %s is answered with %i', async (range, status, sent, [from, to]) => {
  const { ask } = await apiServer(database, folder)
  const answer = await ask(`/issues/${issue}/file`, { headers: { Range: range } })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, sent])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(from, to))
})

test('a range beyond the end is refused with the size; one of another version gets the whole', async () => {
  const { ask } = await apiServer(database, folder)
  for (const range of ['bytes=1000-', 'bytes=-0', 'bytes=5000-6000']) {
    const answer = await ask(`/issues/${issue}/file`, { headers: { Range: range } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
    expect((await problemIn(answer)).code).toBe('no-such-range')
  }
  const part = (known: string) => ask(`/issues/${issue}/file`, { headers: { Range: 'bytes=0-9', 'If-Range': known } })
  const first = await part('"another"')
  expect(first.status).toBe(200)
  expect((await part(first.headers.get('etag')!)).status).toBe(206)
  expect((await part(first.headers.get('last-modified')!)).status).toBe(206)
  const file = path.join(root, 'A', name)
  const before = statSync(file)
  utimesSync(file, new Date(0), new Date(0))
  expect((await part(first.headers.get('etag')!)).status).toBe(200)
  utimesSync(file, before.atime, before.mtime)
})

test('a file that is gone, or is a link out of the library by now, is not sent', async () => {
  const { ask } = await apiServer(database, folder)
  writeFileSync(path.join(folder, 'secret.cbz'), 'secret')
  mkdirSync(path.join(folder, 'outside'), { recursive: true })
  writeFileSync(path.join(folder, 'outside', '2.cbz'), 'secret')
  const library = await addLibraryRow(db, path.join(folder, 'links'))
  mkdirSync(path.join(library.root, 'real'), { recursive: true })
  symlinkSync(path.join(folder, 'secret.cbz'), path.join(library.root, '1.cbz'))
  symlinkSync(path.join(folder, 'outside'), path.join(library.root, 'folder'))
  const { issues } = await addSeriesRows(db, library, 'Links', [
    { path: '1.cbz' },
    { path: 'folder/2.cbz' },
    { path: 'gone.cbz' },
    { path: 'real' },
  ])
  for (const id of issues) {
    for (const what of ['file', 'pages/1']) {
      const answer = await ask(`/issues/${id}/${what}`)
      expect([answer.status, (await problemIn(answer)).code]).toEqual([404, 'file-gone'])
    }
  }
  expect(asked).toEqual([])
})

test('a page comes as it is or no wider than asked, and not again to who has it', async () => {
  const { ask } = await apiServer(database, folder)
  const page = await ask(`/issues/${issue}/pages/1`)
  expect([page.headers.get('content-type'), await page.text()]).toEqual(['image/png', 'bytes of 1.png'])
  const small = await ask(`/issues/${issue}/pages/1?width=800`)
  expect([small.headers.get('content-type'), await small.text()]).toEqual(['image/jpeg', 'jpeg of 1.png, 800 wide'])
  const known = { headers: { 'If-None-Match': page.headers.get('etag')! } }
  expect((await ask(`/issues/${issue}/pages/1`, known)).status).toBe(304)
  expect((await ask(`/issues/${issue}/pages/1?width=800`, known)).status).toBe(200)
  expect(asked).toHaveLength(3)
  const broken = await ask(`/issues/${issue}/pages/2`)
  expect([broken.status, await problemIn(broken)]).toEqual([
    409,
    expect.objectContaining({ code: 'unreadable-page', detail: `${name}: the page cannot be decoded` }),
  ])
  const beyond = await ask(`/issues/${issue}/pages/4`)
  expect((await problemIn(beyond)).detail).toBe(`issue ${issue} has pages from 1 to 3; got 4`)
  expect((await ask(`/issues/${issue}/pages/0`)).status).toBe(404)
})

test('what a browser could run is no image to it', async () => {
  const { ask } = await apiServer(database, folder)
  const drawing = await ask(`/issues/${issue}/pages/3`)
  expect(Object.fromEntries(drawing.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
})

test('a cover comes out of the cache, of an issue and of its series; where that was emptied it is made anew and kept', async () => {
  const { ask, options } = await apiServer(database, folder)
  const key = { size: bytes.length, hash: 'abcdef' }
  await options.covers.put(key, Buffer.from('kept'))
  const cover = await ask(`/issues/${issue}/cover`)
  expect([cover.headers.get('content-type'), await cover.text()]).toEqual(['image/jpeg', 'kept'])
  const known = { headers: { 'If-None-Match': cover.headers.get('etag')! } }
  expect((await ask(`/issues/${issue}/cover`, known)).status).toBe(304)
  expect(await (await ask(`/series/${series}/cover`)).text()).toBe('kept')
  rmSync(options.covers.pathOf(key))
  expect(await (await ask(`/issues/${issue}/cover`)).text()).toBe('jpeg of 1.png, 320 wide')
  expect(await (await ask(`/issues/${issue}/cover`)).text()).toBe('jpeg of 1.png, 320 wide')
  expect(asked).toEqual([`thumbnail ${name} 1.png 320`])
  const { issues } = await addSeriesRows(db, await addLibraryRow(db), 'Bare', [{ cover: 'none' }])
  expect((await problemIn(await ask(`/issues/${issues[0]}/cover`))).code).toBe('no-cover')
})
