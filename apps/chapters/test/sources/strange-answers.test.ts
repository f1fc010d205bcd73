import fc from 'fast-check'
import type { FetchAnswer } from 'pawl'
import { describe, expect, it } from 'vitest'
import type { ChapterSource, FoundRelease } from '../../src/sources/chapter-source.ts'
import { createSources } from '../../src/sources/sources.ts'

const sources = createSources()
const uuid = '0aea9f43-d4a9-4bf7-bebc-550a512f9b95'

/** An answer without anybody who gave it. */
function answer(text: string, type: string): FetchAnswer {
  const body = Buffer.from(text)
  const headers = new Headers({ 'content-type': type })
  const given = {
    status: 200,
    headers,
    body,
    bytes: body.length,
    url: '',
    hops: [],
    cached: 'no',
    durationMs: 0,
  } as const
  return { ...given, text: () => text, json: () => JSON.parse(text) as unknown }
}

async function look(source: ChapterSource, id: string, text: string, type: string) {
  const listing = await source.look(async () => answer(text, type), id, { since: undefined })
  const releases: FoundRelease[] = []
  let unreadable = 0
  for await (const page of listing!.pages) {
    releases.push(...page.releases)
    unreadable += page.unreadable.length
  }
  return { releases, unreadable }
}

/** What must hold of all that reaches the database. */
function expectStorable({ sourceChapterId, title, group, url, publishedAt }: FoundRelease): void {
  for (const text of [sourceChapterId, title, group, url]) expect(text ?? '').not.toMatch(/[\0\p{Surrogate}]/u)
  expect(sourceChapterId.length).toBeLessThanOrEqual(500)
  expect(url).toMatch(/^https?:/)
  if (publishedAt !== null) expect(publishedAt.getTime()).not.toBeNaN()
}

const known = {
  id: uuid,
  type: 'chapter',
  attributes: {
    chapter: '1',
    volume: null,
    title: null,
    translatedLanguage: 'en',
    publishAt: '2024-05-01T15:29:06+00:00',
  },
  relationships: [],
}

describe('whatever is in the place of a chapter', () => {
  it('of MangaDex, the others are read', async () => {
    const strange = fc.oneof(
      fc.jsonValue(),
      fc.record({ attributes: fc.jsonValue(), relationships: fc.jsonValue() }),
      fc
        .record({
          chapter: fc.jsonValue(),
          title: fc.jsonValue(),
          externalUrl: fc.jsonValue(),
          version: fc.jsonValue(),
        })
        .map((attributes, id = crypto.randomUUID()) => ({
          ...known,
          id,
          attributes: { ...known.attributes, ...attributes },
        })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(strange, { maxLength: 5 }), async (others) => {
        const data = [...others, known]
        const text = JSON.stringify({ result: 'ok', data, total: data.length })
        const { releases, unreadable } = await look(sources.named('mangadex')!, uuid, text, 'application/json')
        expect(releases.at(-1)).toMatchObject({ sourceChapterId: uuid, number: '1', version: 1, isExternal: false })
        expect(releases.length + unreadable).toBeLessThanOrEqual(data.length)
        releases.forEach(expectStorable)
      }),
    )
  })

  it('of MangaDex, what the database has no room for is kept as far as it can be', async () => {
    const endless = { ...known, attributes: { ...known.attributes, version: 3_000_000_000 } }
    const data = [endless, { id: 'no\0id' }]
    const text = JSON.stringify({ result: 'ok', data, total: data.length })
    const listing = await sources
      .named('mangadex')!
      .look(async () => answer(text, 'application/json'), uuid, { since: undefined })
    for await (const { releases, unreadable } of listing!.pages) {
      expect(releases).toMatchObject([{ sourceChapterId: uuid, version: 1 }])
      expect(unreadable).toMatchObject([{ id: 'no id' }])
    }
    expect.assertions(2)
  })

  it('of MangaPark, the others are read', async () => {
    const first = { data: { id: '7', dname: 'Ch.012', lang: 'en', serial: 12 } }
    const strange = fc.oneof(
      fc.jsonValue(),
      fc.record({ data: fc.record({ id: fc.jsonValue(), dname: fc.jsonValue(), dupChapters: fc.jsonValue() }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(strange, { maxLength: 5 }), async (others) => {
        const data = { get_comicNode: { data: { name: 'x' } }, get_comicChapterList: [first, ...others] }
        const { releases } = await look(sources.named('mangapark')!, '1', JSON.stringify({ data }), 'application/json')
        expect(releases[0]).toMatchObject({ sourceChapterId: '7', number: '12' })
        releases.forEach(expectStorable)
      }),
    )
  })
})

describe('a feed', () => {
  const feed = 'https://comics.example/feed.xml'
  const items = async (xml: string) => {
    const text = `<rss version="2.0"><channel><title>Lanterns</title>${xml}</channel></rss>`
    return (await look(sources.named('feed')!, feed, text, 'text/plain')).releases
  }

  it('whose items have no ids tells them apart by their links', async () => {
    const found = await items(
      '<item><title>Ch 1</title><link>/1</link></item><item><title>Ch 1</title><link>/2</link></item>',
    )
    expect(found.map(({ sourceChapterId, url }) => [sourceChapterId, url])).toEqual([
      ['/1', 'https://comics.example/1'],
      ['/2', 'https://comics.example/2'],
    ])
  })

  it('whose items all link to one page tells them apart by their titles', async () => {
    const item = (title: string) => `<item><title>${title}</title><link>https://comics.example/</link></item>`
    const found = await items(item('Chapter 2') + item('Chapter 1'))
    expect(found.map(({ sourceChapterId }) => sourceChapterId)).toEqual(['Chapter 2', 'Chapter 1'])
  })

  it('that names an item twice has it once', async () => {
    const item = '<item><title>Chapter 2</title><guid>e4p:episode:EPI-2</guid></item>'
    expect(await items(item + item)).toHaveLength(1)
  })

  it('with an endless id and a link that runs a script is kept safely', async () => {
    const [release] = await items(
      `<item><title>Chapter 2</title><guid>${'x'.repeat(9_000)}</guid><link>javascript:alert(1)</link></item>`,
    )
    expectStorable(release!)
    expect(release!.url).toBe(feed)
  })

  it('of Atom as Reddit has it is read with parts', async () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><title>search results</title><entry><id>t3_abc</id>
      <title>Lanterns - Chapter 134 Part 3 [English]</title><link href="https://reddit.example/r/1"/>
      <published>2024-05-01T15:29:06+00:00</published></entry></feed>`
    const { releases } = await look(sources.named('feed')!, feed, text, 'application/atom+xml')
    expect(releases).toMatchObject([{ sourceChapterId: 't3_abc', number: '134.3', url: 'https://reddit.example/r/1' }])
  })
})
