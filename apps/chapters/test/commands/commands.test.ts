import { randomUUID } from 'node:crypto'
import type { AppColumn, AppCommand } from '@pawl/app'
import { createPawl, type Pawl } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chaptersCommands } from '../../src/commands/chapters-commands.ts'
import { createSources } from '../../src/sources/sources.ts'
import { api, pollSource } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addChapter, addReader, addSeries, follow } from '../support/rows.ts'

const database = appDatabase()
const db = database.pool
const all = chaptersCommands(api)
let pawl: Pawl
beforeAll(() => {
  const sources = [...api.sources.all, ...createSources().all].map(({ definition }) => definition)
  pawl = createPawl({ url: database.url, jobs: [pollSource], sources, migrate: false })
})
afterAll(() => pawl.stop({ graceMs: 0 }))

type Call = {
  readonly options?: Record<string, string | boolean>
  readonly json?: boolean
  readonly onPrint?: () => void
  readonly commands?: readonly AppCommand[]
}

/** Calls a command as `pawl` would, and returns what it printed and said. Cells of a table are parted by a bar. */
async function call(line: string, { options = {}, json = false, onPrint = () => {}, commands = all }: Call = {}) {
  const [name, ...args] = line.split(' ')
  const command = commands.find((each) => each.name === name) as AppCommand
  const [out, err]: [string[], string[]] = [[], []]
  const print = (text: string) => {
    out.push(text)
    onPrint()
  }
  const say = (text: string) => {
    err.push(text)
    onPrint()
  }
  const printList = <Row>(
    columns: readonly AppColumn<Row>[],
    rows: readonly Row[],
    { none, data = rows }: { none: string; data?: unknown },
  ) => {
    if (json) print(JSON.stringify(data))
    else if (rows.length === 0) say(none)
    else for (const row of rows) print(columns.map(({ cell }) => String(cell(row) ?? '-')).join(' | '))
  }
  const live = () => ({ isSeen: false, show: () => {}, say, bar: () => '', end: () => {} })
  const work = async () => {}
  const code = await command.run({ pawl, db, args, options, json, print, say, printList, live, work })
  return { code, out, err, data: json ? JSON.parse(out.join('\n')) : undefined }
}

test('a series is added, listed, shown, paused, resumed, polled and removed', async () => {
  expect((await call('list')).err).toEqual(['no series yet; pawl chapters add <url> follows one'])
  const added = await call('add https://shelf.example/series/the-tower')
  const [id] = added.out
  expect(added).toMatchObject({ code: 0, err: [`series ${id} is followed and being polled`] })
  expect((await call('add https://shelf.example/series/the-tower')).err).toEqual([`series ${id} was known already`])
  await call('add https://shelf.example/series/tower-elsewhere', { options: { to: id! } })
  expect((await call('list')).out).toEqual([`${id} | the tower | - | - | shelf, shelf | WARM, new`])
  expect((await call('list', { json: true })).data.series).toHaveLength(1)
  await call(`pause ${id}`)
  expect((await call('list')).out[0]).toMatch(/paused$/)
  await expect(call(`poll ${id}`)).rejects.toThrow(/is paused; resume it/)
  await call(`resume ${id}`)
  expect((await call(`poll ${id}`, { json: true })).data.polls).toHaveLength(2)
  const { rows } = await db.query('select id from chapters.series_source where series_id = $1 order by id', [id])
  await addChapter(db, { id: Number(id), sourceId: Number(rows[0].id) }, { number: '7', title: 'Rain' })
  const shown = await call(`show ${id}`)
  expect(shown.out[0]).toContain(`the tower (series ${id})`)
  expect(shown.out.join('\n')).toContain('Chapter 7: Rain')
  expect((await call(`show ${id}`, { json: true })).data.chapters).toMatchObject([{ number: '7' }])
  expect((await call(`remove ${id}`)).err).toEqual([`series ${id} is gone`])
})

test.each([
  ['add nonsense', {}, /this address cannot be called: it is not a whole URL/],
  ['add https://nowhere.example/1', {}, /no source knows this address/],
  ['add https://shelf.example/series/1', { reader: 'nobody' }, /there is no reader 'nobody'/],
  ['add https://shelf.example/series/1', { to: '4711000' }, /there is no series 4711000/],
  ['show x', {}, /expected the number of a series, as lists show it; got 'x'/],
  ['show 4711000', {}, /there is no series 4711000/],
  ['pause 4711000', {}, /there is no series/],
  ['list', { limit: '0' }, /--limit takes a number from 1 to 500; got '0'/],
  ['library nobody', {}, /there is no reader 'nobody'/],
  ['readers frobnicate ada', {}, /expected pawl chapters readers add\|token\|remove\|languages <name>/],
  ['readers add', {}, /expected pawl chapters readers/],
  ['readers add ada', { languages: 'English!' }, /expected a language/],
])('%s %j fails with one sentence', async (line, options, message) => {
  const error = (await call(line, { options }).catch((failed) => failed)) as Error
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
})

test('readers are added, listed, given another token, other languages, and removed', async () => {
  const added = await call('readers add ada', { options: { languages: 'EN, de' }, json: true })
  expect(added.data).toMatchObject({
    name: 'ada',
    languages: ['en', 'de'],
    token: expect.stringMatching(/^[\w-]{26}$/),
  })
  await expect(call('readers add ada')).rejects.toThrow(/there is a reader ada already/)
  expect((await call('readers token ada')).out[0]).not.toBe(added.data.token)
  await call('readers languages ada', { options: { languages: 'fr' } })
  expect((await call('readers')).out.join('\n')).toContain('ada | ')
  expect((await call('readers', { json: true })).data.readers).toMatchObject([{ name: 'ada', languages: ['fr'] }])
  expect((await call('library ada')).err[0]).toContain('follows nothing yet')
  expect((await call('readers remove ada')).err).toEqual(['reader ada is removed'])
})

test('the library shows what is unread, and read marks it', async () => {
  await call('readers add bob')
  const { rows } = await db.query(`select id from chapters.reader where name = 'bob'`)
  const series = await addSeries(db, 'The Well')
  const ids: number[] = []
  for (const number of ['1', '2', '2.5', '3']) ids.push(await addChapter(db, series, { number }))
  await follow(db, Number(rows[0].id), series)
  expect((await call('library bob')).out).toEqual([`${series.id} | The Well | 4 | - | - | -`])
  await call(`read bob ${series.id} 2`)
  await call('read bob', { options: { chapter: String(ids[3]) } })
  expect((await call('library bob', { json: true })).data.entries).toMatchObject([{ unread: 1, readThrough: '2' }])
  await expect(call(`read bob ${series.id} x`)).rejects.toThrow(/expected a number, as in 45.5; got 'x'/)
  await expect(call('read bob 4711000 1')).rejects.toThrow(/does not follow series 4711000/)
})

test('the feed shows what is new, and follows what comes until there was enough', async () => {
  const series = await addSeries(db, 'The River')
  const reader = await addReader(db)
  await follow(db, reader, series)
  await addChapter(db, series, { number: '1' })
  expect((await call('feed', { options: { limit: '1' } })).out[0]).toMatch(
    / \| The River \| Chapter 1 \| shelf \| https:/,
  )
  let isWaiting = () => {}
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve
  })
  const following = call('feed', { options: { follow: true, limit: '2' }, onPrint: () => isWaiting() })
  await waiting
  await addChapter(db, series, { number: '2' })
  await addChapter(db, series, { number: '3' })
  const { out, code } = await following
  expect(code).toBe(0)
  expect(out).toMatchObject([
    expect.stringContaining('The River  Chapter 2  shelf  https:'),
    expect.stringContaining('The River  Chapter 3'),
  ])
})

test('the feed names each source of a chapter, feeds by their hosts', async () => {
  const series = await addSeries(db, 'The Lake')
  const chapter = await addChapter(db, series, { number: '1' })
  for (const [host, id] of [
    ['one.example', 'one'],
    ['two.example', 'two'],
  ]) {
    await db.query(
      `with ss as (insert into chapters.series_source (series_id, source_name, source_id, source_url)
         values ($1, 'feed', $2, $3) returning id)
       insert into chapters.chapter_source (series_source_id, chapter_id, chapter_number, source_url) select id, $4, 1, $3 from ss`,
      [series.id, id, `https://${host}/feed.xml`, chapter],
    )
  }
  const { out } = await call('feed', { options: { limit: '1' } })
  expect(out[0]).toContain(' | The Lake | Chapter 1 | shelf, feed:one.example, feed:two.example | https://')
})

test.each([
  ['ENOTFOUND', /cannot be followed: there is no host nowhere\.example; check the address/],
  ['EAI_AGAIN', /the host nowhere\.example cannot be resolved now \(EAI_AGAIN\); try again later/],
])('a feed at a host that does not resolve is refused (%s), and nothing is made', async (code, message) => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    if (host === 'nowhere.example') throw Object.assign(new Error(code), { code })
  }
  const withFeeds = chaptersCommands({ ...api, sources: createSources(), resolve })
  const count = async () => (await db.query('select count(*)::int as n from chapters.series_source')).rows[0].n
  const series = await addSeries(db)
  const before = await count()
  const url = 'https://nowhere.example/feed.xml'
  await expect(call(`add ${url}`, { commands: withFeeds })).rejects.toThrow(message)
  await expect(call(`add ${url}`, { commands: withFeeds, options: { to: String(series.id) } })).rejects.toThrow(message)
  expect(await count()).toBe(before)
  // a service that Pawl knows is not the user's to misspell
  await call(`add https://mangadex.org/title/${randomUUID()}`, { commands: withFeeds })
  const somewhere = `https://somewhere.example/${code}.xml`
  await call(`add ${somewhere}`, { commands: withFeeds })
  // what is known is followed without looking again
  await call(`add ${somewhere}`, { commands: withFeeds })
  expect(asked).toEqual(['nowhere.example', 'nowhere.example', 'somewhere.example'])
})

test('a pair of keys is made for push messages', async () => {
  const { data } = await call('vapid-keys', { json: true })
  expect(Buffer.from(data.publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(data.privateKey, 'base64url')).toHaveLength(32)
})
