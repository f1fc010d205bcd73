import { type DeferReason, SourceDeferredError } from 'pawl'
import { describe, expect, it } from 'vitest'
import { siteBench } from '../support/site-bench.ts'

const bench = siteBench()
const urls = (site: { readonly pages: readonly { readonly facts: { readonly url: string } }[] }) =>
  site.pages.map(({ facts }) => facts.url)

describe('reading a site', () => {
  it('reads the page that was asked for, then those that say most about it, and not those that are forbidden', async () => {
    const site = await bench.site('https://lantern-bakery.example/?utm_source=mail')
    expect(urls(site)).toEqual([
      'https://lantern-bakery.example/',
      'https://lantern-bakery.example/about',
      'https://lantern-bakery.example/menu',
      'https://lantern-bakery.example/contact',
    ])
    expect(site.skipped).toEqual([
      {
        url: 'https://lantern-bakery.example/login',
        reason: 'robots.txt of lantern-bakery.example does not allow pawl-site-reports to read /login',
      },
    ])
    expect(site).toMatchObject({
      host: 'lantern-bakery.example',
      robots: { isPresent: true, sitemaps: ['https://lantern-bakery.example/sitemap.xml'] },
    })
    expect(bench.sandbox.web.paths('lantern-bakery.example')).toEqual([
      '/robots.txt',
      '/',
      '/about',
      '/menu',
      '/contact',
    ])
    const [home] = site.pages
    expect(home!.durationMs).toBeGreaterThanOrEqual(0)
    expect(home!.bytes).toBeGreaterThan(1_000)
    expect(home!.facts.technologies).toEqual(['Hugo'])
  })

  it('asks for no more pages than it may', async () => {
    const read: number[] = []
    const site = await bench.site('https://harbour-cycles.example/', { maxPages: 2, onPage: (n) => read.push(n) })
    expect(urls(site)).toHaveLength(2)
    expect(read).toEqual([1, 2])
  })

  it('takes links that differ in what tracks people for the same page, and follows the base of the page', async () => {
    const site = await bench.site('https://tidewater-library.example/')
    expect(urls(site)).toEqual([
      'https://tidewater-library.example/',
      'https://tidewater-library.example/read/about.html',
      'https://tidewater-library.example/services',
    ])
  })

  it('goes where redirects lead, and asks the robots.txt of each host on the way', async () => {
    const site = await bench.site('https://moved.example/', { maxPages: 1 })
    expect(site.pages[0]).toMatchObject({
      askedUrl: 'https://moved.example/',
      redirects: ['https://moved.example/', 'https://moved.example/a', 'https://www.moved.example/b'],
      facts: { url: 'https://lantern-bakery.example/' },
    })
    expect(site.host).toBe('lantern-bakery.example')
    expect(bench.sandbox.web.paths('www.moved.example')).toEqual(['/robots.txt', '/b'])
  })

  it('goes where a page sends people by itself', async () => {
    const site = await bench.site('https://refresh.example/')
    expect(site.pages[0]).toMatchObject({
      redirects: ['https://refresh.example/'],
      facts: { titleTag: 'The new address' },
    })
  })

  it.each([
    ['https://nordwind-yoga.example/', 'Nordwind: Yoga für müde Rücken'],
    ['https://kissaten.example/', '喫茶店'],
    ['https://gzip.example/', 'Compressed'],
    ['https://untyped.example/', 'Untyped'],
  ])('reads %s in the way it was sent', async (url, title) => {
    const site = await bench.site(url, { maxPages: 1 })
    expect(site.pages[0]!.facts.titleTag).toBe(title)
  })

  it('marks pages that say they were not found', async () => {
    const { pages } = await bench.site('https://soft-404.example/')
    expect(pages.map(({ isSoft404 }) => isSoft404)).toEqual([false, true])
  })

  it('follows no links where the page asks that', async () => {
    const { pages, skipped } = await bench.site('https://nofollow.example/')
    expect(pages).toHaveLength(1)
    expect(skipped).toHaveLength(1)
  })

  it('goes on without the pages that break', async () => {
    const site = await bench.site('https://half.example/')
    expect(urls(site)).toEqual(['https://half.example/', 'https://half.example/contact'])
    expect(site.skipped.map(({ reason }) => reason)).toEqual([
      'half.example could not be reached: the connection broke off',
      'half.example could not be reached: it answered 500',
    ])
  })

  it('goes on without pages that ask for patience', async () => {
    const site = await bench.site('https://busy.example/')
    expect(urls(site)).toEqual(['https://busy.example/'])
    expect(site.skipped).toEqual([
      { url: 'https://busy.example/about', reason: 'busy.example asks for patience' },
      { url: 'https://busy.example/contact', reason: 'busy.example must not be asked for now' },
    ])
    expect(bench.sandbox.web.paths('busy.example')).toEqual(['/robots.txt', '/', '/about'])
  })

  const putOff =
    (page: string, reason: DeferReason) =>
    async <T>(name: string, run: () => Promise<T>): Promise<T> => {
      if (name === page) throw new SourceDeferredError('made-up-site:half.example', reason, 1, 'not now')
      return run()
    }

  it.each<[DeferReason, string]>([
    ['limited', 'half.example asks for patience'],
    ['paused', 'half.example must not be asked for now'],
    ['open', 'half.example has failed too often, and is left alone for a while'],
  ])('%s leaves a page beside the first out: %s', async (reason, words) => {
    const site = await bench.site('https://half.example/', { step: putOff('page-2', reason), maxPages: 2 })
    expect(site.skipped[0]).toEqual({ url: 'https://half.example/about', reason: words })
  })

  it.each<[string, DeferReason]>([
    ['page-1', 'limited'],
    ['page-1', 'open'],
    // its turn comes in a moment
    ['page-2', 'no-token'],
  ])('%s is waited for when it is put off because of %s', async (page, reason) => {
    const read = bench.read('https://half.example/', { step: putOff(page, reason) })
    await expect(read).rejects.toMatchObject({ code: 'source-deferred', reason })
  })

  it('keeps what was read in steps, and reads the rest when it runs again', async () => {
    const kept = new Map<string, unknown>()
    let fails = true
    const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
      if (name === 'page-3' && fails) throw new Error('put off')
      if (!kept.has(name)) kept.set(name, JSON.parse(JSON.stringify(await run())))
      return kept.get(name) as T
    }
    await expect(bench.read('https://site-7.example/', { step })).rejects.toThrow('put off')
    fails = false
    expect(urls(await bench.site('https://site-7.example/', { step }))).toHaveLength(3)
    // robots.txt is kept by the engine
    expect(bench.sandbox.web.paths('site-7.example')).toEqual(['/robots.txt', '/', '/about', '/pricing'])
  })
})

describe('a site that cannot be read is refused with words for people', () => {
  it.each([
    ['https://pdf.example/', 'not-html', 'pdf.example sent application/pdf, and only HTML can be read', false],
    ['https://forbidden.example/', 'not-found', 'forbidden.example answered 403: there is nothing to read', false],
    [
      'https://lantern-bakery.example/gone',
      'not-found',
      'lantern-bakery.example answered 404: there is nothing to read',
      false,
    ],
    ['https://loop.example/', 'too-many-redirects', 'loop.example sends in circles, or more than 8 times', false],
    ['https://broken.example/', 'unreachable', 'broken.example could not be reached: it answered 500', true],
    ['https://cut.example/', 'unreachable', 'cut.example could not be reached: the connection broke off', true],
    ['https://huge.example/', 'too-large', 'the page of huge.example is too large to be read', false],
    ['https://bomb.example/', 'too-large', 'the page of bomb.example is too large to be read', false],
    [
      'https://deep.example/',
      'broken-page',
      'the page of deep.example cannot be read: its elements are nested more than 1000 deep',
      false,
    ],
    [
      'https://fonts.example/',
      'broken-page',
      'the page of fonts.example cannot be read: it has more than 150000 elements',
      false,
    ],
  ])('%s: %s', async (url, code, message, isPassing) => {
    expect(await bench.read(url)).toEqual({ kind: 'refused', code, message, isPassing })
  })

  it('does not wait for a page that never ends', async () => {
    // its robots.txt is known from then on, and need not come within the time that is too short for the page
    expect(await bench.read('https://drip.example/nothing')).toMatchObject({ code: 'not-found' })
    expect(await bench.read('https://drip.example/', { timeoutMs: 300 })).toMatchObject({
      code: 'unreachable',
      message: 'drip.example could not be reached: it did not answer in time',
    })
    expect(bench.sandbox.web.paths('drip.example')).toEqual(['/robots.txt', '/nothing', '/'])
  })
})
