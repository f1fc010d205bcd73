import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { problemIn } from '@pawl/app/testing'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { type ApiServer, apiServer, testFolder } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addLibraryRow, addSeriesRows, type IssueRow } from '../support/rows.ts'

const database = appDatabase()
const folder = testFolder()
const db = database.pool
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['entry', 'link', 'author', 'category'].includes(name),
})
const rel = 'http://opds-spec.org'
const stream = 'http://vaemendis.net/opds-pse/stream'
let count = 0

type Link = Record<string, string>
type Entry = { readonly id: string; readonly title: string; readonly link: Link[]; readonly [name: string]: unknown }
type Feed = { readonly title: string; readonly link: Link[]; readonly entry?: Entry[] }

const linkOf = ({ link }: { readonly link: Link[] }, of: string) => link.find((each) => each.rel === of)
const titlesOf = ({ entry = [] }: Feed) => entry.map(({ title }) => title)

/** A reader with a series on disk, and what their app has: an address. */
async function setUp(server: ApiServer, name: string, issues: readonly IssueRow[]) {
  const root = path.join(folder, `library-${++count}`)
  mkdirSync(root)
  const withPaths = issues.map((issue, i) => ({ path: `${i + 1}.cbz`, ...issue }))
  for (const each of withPaths) writeFileSync(path.join(root, each.path), `file ${each.path}`)
  const series = await addSeriesRows(db, await addLibraryRow(db, root), name, withPaths)
  const { reader, token, url: opdsUrl } = await server.send('POST', '/readers', { name: `Reader ${++count}` })
  const headers = { Connection: 'close' }
  const fetchAt = (at: string) => fetch(new URL(at, server.url), { headers })
  const feed = async (at: string): Promise<Feed> => parser.parse(await (await fetchAt(at)).text()).feed
  return { series, reader, token, url: opdsUrl, fetchAt, feed, base: new URL(opdsUrl).pathname }
}

test('a reading app that has an address goes from the first feed to a series, its issues, their covers and files', async () => {
  const server = await apiServer(database, folder)
  const {
    series,
    url: opdsUrl,
    feed,
    fetchAt,
  } = await setUp(server, 'Tom & <Jerry> \u0001', [
    { number: '1', cover: 'made', size: 11, hash: 'aa', title: 'a < b' },
    {
      number: '2',
      comicInfo: { year: 2016, month: 4, people: [{ role: 'writer', name: 'Kate & Co' }], summary: 'So.' },
    },
  ])
  const root = await feed(opdsUrl)
  expect(linkOf(root, 'start')).toMatchObject({ type: 'application/atom+xml;profile=opds-catalog;kind=navigation' })
  const all = root.entry!.find(({ title }) => title === 'All series')!
  const list = await feed(all.link[0]!.href!)
  const found = list.entry!.find(({ id }) => id === `urn:pawl:comic-library:series:${series.id}`)!
  expect(found.title).toBe('Tom & <Jerry> \ufffd (2016)')
  const issues = await feed(linkOf(found, 'subsection')!.href!)
  expect(issues.entry).toMatchObject([
    { title: expect.stringMatching(/ #1: a < b$/), content: { '#text': '3 pages' } },
    { author: [{ name: 'Kate & Co' }], 'dcterms:issued': '2016-04', content: { '#text': 'So.' } },
  ])
  const [first, second] = issues.entry!
  const file = linkOf(first!, `${rel}/acquisition/open-access`)!
  expect(file).toMatchObject({ type: 'application/vnd.comicbook+zip', length: '11' })
  expect(await (await fetchAt(file.href!)).text()).toBe('file 1.cbz')
  await server.options.covers.put({ size: 11, hash: 'aa' }, Buffer.from('a cover'))
  expect(await (await fetchAt(linkOf(first!, `${rel}/image/thumbnail`)!.href!)).text()).toBe('a cover')
  expect(linkOf(second!, `${rel}/image`)).toBeUndefined()
})

test('pages are streamed one by one; they count as read, and never back', async () => {
  const server = await apiServer(database, folder)
  const { series, reader, base, feed, fetchAt } = await setUp(server, 'Streamed', [{ number: '1' }, { number: '2' }])
  const issue = async () => (await feed(`${base}/series/${series.id}`)).entry![0]!
  const pages = linkOf(await issue(), stream)!
  expect([pages['pse:count'], pages['pse:lastRead']]).toEqual(['3', undefined])
  const pageAt = (page: number, width = 0) =>
    fetchAt(pages.href!.replace('{pageNumber}', String(page)).replace('{maxWidth}', String(width)))
  expect(await (await pageAt(1)).text()).toBe('bytes of 2.jpg')
  expect(await (await pageAt(0, 600)).text()).toBe('jpeg of 1.jpg, 600 wide')
  // an app that knows nothing of widths leaves the place for one as it is
  expect(await (await fetchAt(pages.href!.replace('{pageNumber}', '0'))).text()).toBe('bytes of 1.jpg')
  expect(linkOf(await issue(), stream)).toMatchObject({ 'pse:lastRead': '2', 'pse:lastReadDate': expect.any(String) })
  expect(titlesOf(await feed(`${base}/reading`))).toEqual(['Streamed #1'])
  expect(titlesOf(await feed(`${base}/next`))).toEqual([])
  await pageAt(2)
  expect(titlesOf(await feed(`${base}/reading`))).toEqual([])
  expect(titlesOf(await feed(`${base}/next`))).toEqual(['Streamed #2'])
  const { reading } = await server.get(`/series/${series.id}?reader=${reader.id}`)
  expect(reading).toEqual({ read: 1, nextIssueId: series.issues[1] })
  expect((await pageAt(3)).status).toBe(404)
})

test('a feed has its next page, a search, and is not sent again to who has it', async () => {
  const server = await apiServer(database, folder)
  const many = Array.from({ length: 101 }, (_, i) => ({ number: String(i + 1), title: `Needle ${i + 1}` }))
  const { series, base, feed, fetchAt } = await setUp(server, 'Haystack', many)
  const first = await feed(`${base}/series/${series.id}`)
  expect(first.entry).toHaveLength(100)
  expect(titlesOf(await feed(linkOf(first, 'next')!.href!))).toEqual(['Haystack #101: Needle 101'])
  const description = await (await fetchAt(linkOf(first, 'search')!.href!)).text()
  const { template } = parser.parse(description).OpenSearchDescription.Url
  const found = titlesOf(await feed(template.replace('{searchTerms}', encodeURIComponent('needle 101'))))
  expect(found).toEqual(['Haystack #101: Needle 101'])
  expect(titlesOf(await feed(template.replace('{searchTerms}', 'haystack')))).toContain('Haystack (2016)')
  const tag = (await fetchAt(`${base}/newest`)).headers.get('etag')!
  const again = await fetch(new URL(`${base}/newest`, server.url), { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
})

test('who has no token of a reader has nothing, by address or by name and password', async () => {
  const server = await apiServer(database, folder)
  const { series, reader, token, base, feed } = await setUp(server, 'Closed', [{}])
  const open = base.replace(`${token}/`, '')
  const basic = (name: string, password: string) =>
    fetch(new URL(`${open}/series/${series.id}`, server.url), {
      headers: { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
    })
  const entered = await basic(reader.name, token.toUpperCase())
  const { link } = parser.parse(await entered.text()).feed
  expect(link[0].href).toBe(`${open}/series/${series.id}`)
  for (const answer of [
    await basic(reader.name, 'x'.repeat(26)),
    await basic('somebody', token),
    await fetch(new URL(open, server.url)),
    await fetch(new URL(open, server.url), { headers: { Authorization: `Bearer ${token}` } }),
  ]) {
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Comics", charset="UTF-8"',
    ])
  }
  const wrong = await fetch(new URL(base.replace(token, '0'.repeat(26)), server.url))
  expect([wrong.status, (await problemIn(wrong)).code]).toEqual([404, 'unknown-feed'])
  expect((await server.ask('/series', { token })).status).toBe(401)
  expect((await fetch(new URL(base, server.url), { method: 'POST' })).status).toBe(401)
  expect((await feed(base)).title).toContain(reader.name)
  await server.send('DELETE', `/readers/${reader.id}/token`)
  expect((await fetch(new URL(base, server.url))).status).toBe(404)
  expect((await basic(reader.name, token)).status).toBe(401)
})

test('addresses in feeds are those that the outside knows, if it is told', async () => {
  const server = await apiServer(database, folder, { publicUrl: 'https://example.org/comics/' })
  const { url: opdsUrl, token } = await setUp(server, 'Outside', [{}])
  expect(opdsUrl).toBe(`https://example.org/comics/api/comic-library/open/${token}/opds`)
  const answer = await server.ask(`/open/${token}/opds`, { token: null })
  expect(parser.parse(await answer.text()).feed.link[0].href).toBe(opdsUrl)
})

test('the description of the API has all that people and their apps can ask', async () => {
  const server = await apiServer(database, folder)
  const answer = await fetch(`${server.url}/api/openapi.json`, {
    headers: { Authorization: 'Bearer operate-token-of-the-tests' },
  })
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { security?: unknown }>> }
  const ours = Object.keys(paths).filter((each) => each.startsWith('/comic-library/'))
  expect(ours).toEqual(
    expect.arrayContaining([
      ...['/comic-library/libraries/{id}/scan', '/comic-library/issues/{id}/pages/{page}'],
      ...['/comic-library/open/opds/search', '/comic-library/open/{token}/opds/issues/{id}/file/{name}'],
    ]),
  )
  expect(paths['/comic-library/open/opds']!.get!.security).toEqual([])
})
