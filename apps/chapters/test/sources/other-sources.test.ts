import type { Series } from '@pawl/sandbox'
import { SourceDeferredError } from 'pawl'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceBench } from '../support/source-bench.ts'

const bench = sourceBench()
let series: Series
const publish = (...args: Parameters<typeof bench.sandbox.chapters.publish>) => bench.sandbox.chapters.publish(...args)

beforeAll(() => {
  series = bench.sandbox.chapters.addSeries({ title: 'Ayame 14', chapters: 2, group: 'Harbour' })
})

describe('MangaPark', () => {
  const source = () => bench.sources.named('mangapark')!

  it('has all chapters in one answer, with those of other uploaders', async () => {
    const [first] = publish(series, { number: '10.5', volume: '2', groups: ['First'], language: 'pt-br' }, [
      'mangapark',
    ])
    const [second] = publish(series, { number: '10.5', groups: ['Second'], language: 'pt-br' }, ['mangapark'])
    const [oneShot] = publish(series, { number: null, title: 'Alone', groups: [] }, ['mangapark'])
    const { releases, isComplete, pages } = (await bench.look(source(), series.ids.mangapark!))!
    expect([releases.length, isComplete, pages]).toEqual([5, true, 1])
    expect(releases.find(({ sourceChapterId }) => sourceChapterId === first!.id)).toEqual({
      sourceChapterId: first!.id,
      number: '10.5',
      lastNumber: null,
      volume: '2',
      title: null,
      url: `https://mangapark.net/title/${series.ids.mangapark}/${first!.id}`,
      language: 'pt-br',
      group: 'First',
      publishedAt: new Date(first!.publishAt),
      isExternal: false,
      version: 1,
    })
    expect(releases).toContainEqual(
      expect.objectContaining({ sourceChapterId: second!.id, number: '10.5', group: 'Second' }),
    )
    expect(releases).toContainEqual(
      expect.objectContaining({ sourceChapterId: oneShot!.id, number: null, title: 'Alone', group: null }),
    )
  })

  it('knows the title of a series, and which there are not', async () => {
    expect(await bench.ask('mangapark', (ask) => source().describe(ask, series.ids.mangapark!))).toEqual({
      title: 'Ayame 14',
    })
    expect(await bench.ask('mangapark', (ask) => source().describe(ask, '1'))).toBeNull()
    expect(await bench.look(source(), '1')).toBeNull()
  })

  it('behind a page of the edge is down; an answer that breaks off is an error', async () => {
    bench.sandbox.chapters.outage('mangapark', { kind: 'html', requests: 1 })
    await expect(bench.look(source(), series.ids.mangapark!)).rejects.toThrow(SourceDeferredError)
    bench.sandbox.chapters.outage('mangapark', { kind: 'truncated', requests: 1 })
    await expect(bench.look(source(), series.ids.mangapark!)).rejects.toThrow(
      /MangaPark: expected JSON that can be read/,
    )
  })
})

describe('MangaUpdates', () => {
  const source = () => bench.sources.named('mangaupdates')!
  const look = async () => (await bench.look(source(), series.ids.mangaupdates!))!

  it('names group, volume and numbers in a title, and a series with a number in its name confuses nobody', async () => {
    publish(series, { number: '10-11', volume: '3', groups: ['Night Shift'] }, ['mangaupdates'])
    const { releases, isComplete } = await look()
    expect(isComplete).toBe(false)
    expect(releases[0]).toMatchObject({ number: '10', lastNumber: '11', volume: '3', group: 'Night Shift' })
    expect(releases.map(({ number }) => number)).toEqual(['10', '2', '1'])
    expect(releases[0]!.url).toBe(series.urls.mangaupdates!.replace(/\/ayame-14$/, ''))
  })

  it('tells releases apart by their titles, as they have no ids', async () => {
    const { releases } = await look()
    expect(new Set(releases.map(({ sourceChapterId }) => sourceChapterId)).size).toBe(releases.length)
  })

  it('knows the title of a series, and which there are not', async () => {
    const id = series.ids.mangaupdates!
    expect(await bench.ask('mangaupdates', (ask) => source().describe(ask, id))).toEqual({ title: 'Ayame 14' })
    expect(await bench.look(source(), '1')).toBeNull()
  })
})

describe('a feed', () => {
  const source = () => bench.sources.named('feed')!
  const look = async (url = series.urls.feeds!) => (await bench.look(source(), url))!

  it.each(['rss', 'atom'])('of %s has chapters with the ids that it gives them', async (format) => {
    const url = series.urls.feeds!.replace(/\w+$/, format)
    const { releases, isComplete } = await look(url)
    expect(isComplete).toBe(false)
    expect(releases.map(({ number }) => number)).toEqual(['2', '1'])
    expect(releases[0]!.sourceChapterId).toMatch(format === 'rss' ? /^e4p:episode:/ : /^tag:reader.example:/)
    expect(releases[0]).toMatchObject({ isExternal: true, language: format === 'rss' ? 'en' : null })
    expect(releases[0]!.url).toMatch(/^https:\/\/reader\.example\/read\//)
    expect(releases[0]!.publishedAt).toBeInstanceOf(Date)
  })

  it('that has not changed is answered with 304, and read from the cache', async () => {
    const fresh = bench.sandbox.chapters.addSeries({ title: 'Still', services: ['feeds'], chapters: 3 })
    const log = bench.sandbox.chapters.requests('feeds')
    const before = log.byStatus.get(304) ?? 0
    const first = await look(fresh.urls.feeds!)
    const second = await look(fresh.urls.feeds!)
    expect(second.releases).toEqual(first.releases)
    expect((log.byStatus.get(304) ?? 0) - before).toBe(1)
    publish(fresh, { number: '4' })
    expect((await look(fresh.urls.feeds!)).releases[0]!.number).toBe('4')
  })

  it('reports what is no chapter, and goes on', async () => {
    const fresh = bench.sandbox.chapters.addSeries({ title: 'News', services: ['feeds'] })
    publish(fresh, { number: '4' })
    publish(fresh, { number: 'of nothing', title: 'we are moving' })
    const { releases, unreadable } = await look(fresh.urls.feeds!)
    expect(releases.map(({ number }) => number)).toEqual(['4'])
    expect(unreadable).toMatchObject([
      { reason: "no chapter is named in its title 'News Chapter of nothing: we are moving'" },
    ])
  })

  it('that is a page is an error that says so, and one that is gone is null', async () => {
    bench.sandbox.chapters.outage('feeds', { kind: 'html', requests: 1 })
    await expect(look(series.urls.feeds)).rejects.toThrow(
      /expected an RSS, Atom, RDF or JSON feed; got 200, text\/html/,
    )
    expect(await bench.look(source(), series.urls.feeds!.replace(/\d+\.\w+$/, '999999.rss'))).toBeNull()
  })

  it('has the title of the series', async () => {
    const url = series.urls.feeds!
    expect(await bench.ask(source().sourceOf(url), (ask) => source().describe(ask, url))).toEqual({ title: 'Ayame 14' })
  })
})
