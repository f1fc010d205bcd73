import type { Series } from '@pawl/sandbox'
import { SourceDeferredError } from 'pawl'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChapterSource } from '../../src/sources/chapter-source.ts'
import { sourceBench } from '../support/source-bench.ts'

const bench = sourceBench()
let source: ChapterSource
let series: Series
const id = (of = series) => of.ids.mangadex!
const publish = (...args: Parameters<typeof bench.sandbox.chapters.publish>) =>
  bench.sandbox.chapters.publish(...args)[0]!
const look = async (since?: Date) => (await bench.look(source, id(), since))!
const byId = async (uploadId: string, since?: Date) =>
  (await look(since)).releases.find(({ sourceChapterId }) => sourceChapterId === uploadId)

beforeEach(() => {
  source = bench.sources.named('mangadex')!
  series = bench.sandbox.chapters.addSeries({
    title: 'Lanterns',
    services: ['mangadex'],
    chapters: 2,
    group: 'Harbour',
  })
})

describe('a chapter of MangaDex', () => {
  it('is read with all that it has', async () => {
    const upload = publish(series, { number: '10.50', volume: '1.5', title: ' Low Tide ', language: 'pt-br' })
    expect(await byId(upload.id)).toEqual({
      sourceChapterId: upload.id,
      number: '10.5',
      lastNumber: null,
      volume: '1.5',
      title: 'Low Tide',
      url: `https://mangadex.org/chapter/${upload.id}`,
      language: 'pt-br',
      group: 'Harbour',
      publishedAt: new Date(upload.publishAt),
      isExternal: false,
      version: 1,
    })
  })

  it.each([
    ['0', '0'],
    ['045', '45'],
    ['194.8', '194.8'],
    ['19a', '19.1'],
  ])('with the number %s is %s', async (number, expected) => {
    expect(await byId(publish(series, { number }).id)).toMatchObject({ number: expected })
  })

  it('without a number and a title is a one-shot; an empty title is none', async () => {
    expect(await byId(publish(series, { number: null, title: null }).id)).toMatchObject({ number: null, title: null })
    expect(await byId(publish(series, { number: null, title: '' }).id)).toMatchObject({ number: null, title: null })
    expect(await byId(publish(series, { number: 'Prologue' }).id)).toMatchObject({ number: null, title: 'Prologue' })
  })

  it('has the groups that released it together, or none', async () => {
    const joint = publish(series, { number: '3', groups: ['Harbour', 'Night Shift', 'Paper Boats'] })
    const alone = publish(series, { number: '3', groups: [] })
    expect(await byId(joint.id)).toMatchObject({ group: 'Harbour & Night Shift & Paper Boats' })
    expect(await byId(alone.id)).toMatchObject({ group: null })
  })

  it('of a publisher is read elsewhere', async () => {
    const upload = publish(series, { number: '3', externalUrl: 'https://reader.example/3' })
    expect(await byId(upload.id)).toMatchObject({ isExternal: true, url: 'https://reader.example/3' })
    const script = publish(series, { number: '4', externalUrl: 'javascript:alert(1)' })
    expect(await byId(script.id)).toMatchObject({ isExternal: true, url: `https://mangadex.org/chapter/${script.id}` })
  })

  it('that nobody can read any more is left out', async () => {
    const upload = publish(series, { number: '3', isUnavailable: true })
    expect(await byId(upload.id)).toBeUndefined()
  })

  it('of the rating that is hidden by default is there', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Grown up', chapters: 3, contentRating: 'pornographic' })
    expect((await look()).releases).toHaveLength(3)
  })

  it('that cannot be read does not spoil its page', async () => {
    const upload = publish(series, { number: '3', publishAt: Date.UTC(1800, 0, 1) })
    const { releases, unreadable } = await look()
    expect(releases).toHaveLength(2)
    expect(unreadable).toEqual([{ id: upload.id, reason: '/attributes/publishAt: is no instant' }])
  })
})

describe('a later look', () => {
  const hourAgo = () => new Date(bench.sandbox.chapters.now() - 3_600_000)

  it('at a short series takes one request and has everything, so that removals show', async () => {
    const before = bench.sandbox.chapters.requests('mangadex').total
    const { releases, isComplete } = await look(hourAgo())
    expect([releases.length, isComplete]).toEqual([2, true])
    expect(bench.sandbox.chapters.requests('mangadex').total - before).toBe(1)
  })

  it('shows an edit under the same id with a higher version', async () => {
    const upload = publish(series, { number: '3' })
    bench.sandbox.chapters.edit(upload, { number: '3.5', title: 'Better' })
    expect(await byId(upload.id, hourAgo())).toMatchObject({ number: '3.5', title: 'Better', version: 2 })
  })

  it('shows an upload anew under another id, and the old one no more', async () => {
    const upload = publish(series, { number: '3' })
    const again = bench.sandbox.chapters.reupload(upload)
    expect(await byId(again.id, hourAgo())).toMatchObject({ number: '3' })
    expect(await byId(upload.id, hourAgo())).toBeUndefined()
  })

  it('at a long series has what was edited and what was published since, and not the rest', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Long', services: ['mangadex'], chapters: 700 })
    const [oldest] = [...bench.sandbox.chapters.uploads('mangadex')].filter((upload) => upload.series === series)
    bench.sandbox.chapters.edit(oldest!, { title: 'Edited' })
    const late = publish(series, { number: '701', publishAt: bench.sandbox.chapters.now() + 86_400_000 })
    bench.sandbox.chapters.advance(2 * 86_400_000)
    // more edits than a short page has push the late one, which nobody has edited, far back
    for (let n = 0; n < 120; n++) publish(series, { number: String(800 + n) })
    const since = hourAgo()
    const { releases, isComplete } = await look(new Date(since.getTime() - 86_400_000))
    expect(isComplete).toBe(false)
    expect(releases.map(({ sourceChapterId }) => sourceChapterId)).toContain(late.id)
    expect(releases.length).toBe(121)
    expect(new Set(releases.map(({ sourceChapterId }) => sourceChapterId)).size).toBe(121)
    expect((await look(since)).releases.length).toBe(120)
  })

  it('finds more edits than a short page has', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Long', services: ['mangadex'], chapters: 700 })
    const uploads = [...bench.sandbox.chapters.uploads('mangadex')].filter((upload) => upload.series === series)
    for (const upload of uploads.slice(0, 250)) bench.sandbox.chapters.edit(upload, { title: 'Edited' })
    const { releases } = await look(hourAgo())
    expect(releases.filter(({ version }) => version === 2)).toHaveLength(250)
  })

  it('finds what was published in the future only when its time has come', async () => {
    const upload = publish(series, { number: '3', publishAt: bench.sandbox.chapters.now() + 86_400_000 })
    expect(await byId(upload.id)).toBeUndefined()
    bench.sandbox.chapters.advance(86_400_000)
    expect(await byId(upload.id, hourAgo())).toMatchObject({ number: '3' })
  })
})

describe('paging', () => {
  const everyPage = async (during: (page: number) => void) =>
    bench.ask('mangadex', async (ask) => {
      const { pages } = (await source.look(ask, id(), { since: undefined }))!
      const seen: string[] = []
      let page = 0
      for await (const { releases } of pages) {
        seen.push(...releases.map(({ sourceChapterId }) => sourceChapterId))
        during(++page)
      }
      return seen
    })

  it('of 1,800 chapters has each of them once', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Long', services: ['mangadex'], chapters: 1_800 })
    const { releases, isComplete, pages } = await look()
    expect(new Set(releases.map(({ number }) => number)).size).toBe(1_800)
    expect([releases.length, isComplete, pages]).toEqual([1_800, true, 4])
  })

  it('neither skips nor repeats while chapters are published, edited and removed', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Long', services: ['mangadex'], chapters: 1_800 })
    const first = [...bench.sandbox.chapters.uploads('mangadex')].filter((upload) => upload.series === series)
    const seen = await everyPage((page) => {
      for (let n = 0; n < 10; n++) publish(series, { number: String(2_000 + page * 100 + n) })
      for (const upload of first.slice(page * 20, page * 20 + 10)) bench.sandbox.chapters.remove(upload)
      bench.sandbox.chapters.edit(first[400 + page]!, { title: 'Edited' })
    })
    expect(new Set(seen).size).toBe(seen.length)
    const removed = new Set(bench.sandbox.chapters.removed.map((upload) => upload.id))
    const missing = first.filter((upload) => !removed.has(upload.id) && !seen.includes(upload.id))
    expect(missing).toEqual([])
    const there = [...bench.sandbox.chapters.uploads('mangadex')].filter((upload) => upload.series === series)
    // what came while the last page was read may be left to the next look
    expect(there.filter((upload) => !seen.includes(upload.id)).length).toBeLessThanOrEqual(10)
  })

  it('goes beyond ten thousand, and through a second that fills more than a page', async () => {
    series = bench.sandbox.chapters.addSeries({ title: 'Endless', services: ['mangadex'], chapters: 9_500 })
    const createdAt = bench.sandbox.chapters.now() - 1_000
    for (let n = 0; n < 1_200; n++) publish(series, { number: String(10_000 + n), createdAt })
    const { releases } = await look()
    expect(new Set(releases.map(({ sourceChapterId }) => sourceChapterId)).size).toBe(10_700)
    expect(releases).toHaveLength(10_700)
  })
})

describe('when MangaDex does not answer as it should', () => {
  it('a series that is not there is null', async () => {
    const nobody = '00000000-0000-4000-a000-000000000000'
    expect(await bench.look(source, nobody)).toBeNull()
    expect(await bench.look(source, nobody, new Date())).toBeNull()
    expect(await bench.ask('mangadex', (ask) => source.describe(ask, nobody))).toBeNull()
  })

  it('an id that it refuses is a permanent error with its reason', async () => {
    await expect(bench.look(source, 'nonsense')).rejects.toThrow(/MangaDex: expected the chapters of nonsense.*no UUID/)
  })

  it('a page of the edge, a ban and an outage count against the service, and not against the series', async () => {
    for (const kind of ['html', 'banned', 'outage', 'error'] as const) {
      bench.sandbox.chapters.outage('mangadex', { kind, requests: 1 })
      await expect(look()).rejects.toThrow(SourceDeferredError)
    }
  })

  it('an answer that breaks off is an error that says so', async () => {
    bench.sandbox.chapters.outage('mangadex', { kind: 'truncated', requests: 1 })
    await expect(look()).rejects.toThrow(
      /MangaDex: expected JSON that can be read to its end; got 200, application\/json/,
    )
  })
})

it('the title of a manga is its English one', async () => {
  expect(await bench.ask('mangadex', (ask) => source.describe(ask, id()))).toEqual({ title: 'Lanterns' })
})
