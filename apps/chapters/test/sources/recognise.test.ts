import { describe, expect, it } from 'vitest'
import { createSources } from '../../src/sources/sources.ts'

const sources = createSources()
const uuid = '0aea9f43-d4a9-4bf7-bebc-550a512f9b95'

describe('an address that somebody pastes', () => {
  it.each([
    [`https://mangadex.org/title/${uuid}/some-slug`, 'mangadex', uuid],
    [`https://mangadex.org/title/${uuid.toUpperCase()}`, 'mangadex', uuid],
    [`https://www.mangadex.org/manga/${uuid}?tab=chapters`, 'mangadex', uuid],
    ['https://mangapark.net/title/75577-en-some-slug', 'mangapark', '75577'],
    ['https://mangapark.org/title/75577-en-some-slug/1234-ch-5', 'mangapark', '75577'],
    ['https://www.mangaupdates.com/series/axmopy1/some-slug', 'mangaupdates', '23801312089'],
    ['https://api.mangaupdates.com/v1/series/23801312089/rss', 'mangaupdates', '23801312089'],
    ['https://comics.example/feed.xml#top', 'feed', 'https://comics.example/feed.xml'],
    ['http://comics.example:8080/?feed=rss', 'feed', 'http://comics.example:8080/?feed=rss'],
  ])('%s is of %s', (url, name, id) => {
    const found = sources.recognise(url)!
    expect([found.source.name, found.sourceId]).toEqual([name, id])
  })

  it.each([
    'https://mangadex.org/title/nonsense',
    'https://mangadex.org/user/me',
    'https://mangapark.net/search?word=x',
    'https://www.mangaupdates.com/series.html?id=12',
    'ftp://comics.example/feed.xml',
    'javascript:alert(1)',
    'not an address',
    '',
    `https://${'a'.repeat(250)}.example/feed`,
    `https://comics.example/${'a'.repeat(3_000)}`,
  ])('%s is nothing to follow', (url) => {
    expect(sources.recognise(url)).toBeUndefined()
  })

  it.each([
    ['mangadex', uuid],
    ['mangapark', '75577'],
    ['mangaupdates', '23801312089'],
    ['feed', 'https://comics.example/feed.xml'],
  ])('of %s leads back to where it came from', (name, id) => {
    const source = sources.named(name)!
    expect(source.recognise(new URL(source.urlOf(id)))).toBe(id)
  })
})

it('each feed is asked under the limits of its host', () => {
  expect(sources.named('feed')!.sourceOf('https://comics.example:8080/feed.xml')).toBe('feed:comics.example:8080')
})

it('private addresses are refused unless stand-ins are to be called', () => {
  expect(sources.all.map(({ definition }) => definition.allowPrivate)).toEqual([false, false, false, false])
})
