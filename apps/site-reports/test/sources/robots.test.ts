import { html, site } from '@pawl/sandbox'
import { describe, expect, it } from 'vitest'
import { siteBench } from '../support/site-bench.ts'

const bench = siteBench()
const paths = (host: string) => bench.sandbox.web.paths(host)

describe('robots.txt', () => {
  it.each(['closed.example', 'named.example', 'robots-moved.example'])('of %s keeps Pawl out', async (host) => {
    expect(await bench.read(`https://${host}/`)).toMatchObject({
      code: 'robots-disallowed',
      message: `robots.txt of ${host} does not allow pawl-site-reports to read /`,
      isPassing: false,
    })
    expect(paths(host)).toEqual(['/robots.txt'])
  })

  it.each([
    ['partly.example', 2],
    ['robots-long.example', 2],
    ['robots-403.example', 3],
    ['robots-html.example', 3],
    ['robots-circle.example', 3],
  ])('of %s lets Pawl in', async (host, pages) => {
    expect((await bench.site(`https://${host}/`)).pages).toHaveLength(pages)
  })

  it.each([
    ['robots-500.example', 'it answered 500'],
    ['robots-cut.example', 'the connection broke off'],
  ])('of %s cannot be had, and so nothing else is asked for', async (host, why) => {
    expect(await bench.read(`https://${host}/`)).toEqual({
      kind: 'refused',
      code: 'robots-unreachable',
      message: `robots.txt of ${host} could not be read, and so nothing else of it may be asked for: ${host} could not be reached: ${why}`,
      isPassing: true,
    })
    expect(paths(host)).toEqual(['/robots.txt'])
  })

  it('begins with half of a byte order mark, and keeps Pawl out all the same', async () => {
    const robots = () => html(Buffer.from([0xef, 0xbb, ...Buffer.from('User-agent: *\nDisallow: /')]))
    bench.sandbox.web.put(site('half-mark.example', { about: 'a test', pages: { '/': '<title>Mark</title>' }, robots }))
    expect(await bench.read('https://half-mark.example/')).toMatchObject({ code: 'robots-disallowed' })
  })

  it('names sitemaps, and what is none is left out: it could not be stored', async () => {
    const robots = `Sitemap: https://a.example/s.xml\nSitemap: \0\nSitemap: https://a.example/${'x'.repeat(5_000)}\n`
    bench.sandbox.web.put(site('maps.example', { about: 'a test', pages: { '/': '<title>Maps</title>' }, robots }))
    expect((await bench.site('https://maps.example/')).robots.sitemaps).toEqual(['https://a.example/s.xml'])
  })

  it('is asked for once a day, by all runs together', async () => {
    const day = 24 * 60 * 60 * 1000
    const at = (ms: number) => bench.site('https://site-1.example/', { maxPages: 1, now: () => ms })
    await at(5 * day)
    await at(6 * day - 1)
    expect(paths('site-1.example')).toEqual(['/robots.txt', '/', '/'])
    await at(6 * day)
    expect(paths('site-1.example').filter((path) => path === '/robots.txt')).toHaveLength(2)
  })
})
