import { describe, expect, it } from 'vitest'
import { compareReports } from '../../src/report/compare-reports.ts'
import { findIssues } from '../../src/report/find-issues.ts'
import { makeReport } from '../../src/report/make-report.ts'
import { ModelReport } from '../../src/report/model-report.ts'
import { renderComparison } from '../../src/report/render-comparison.ts'
import { renderHtml } from '../../src/report/render-html.ts'
import { renderMarkdown } from '../../src/report/render-markdown.ts'
import { strictSchema } from '../../src/report/strict-schema.ts'
import { fetchedPage, siteFacts } from '../support/site-facts.ts'

const rules = (html: string, more = {}) => findIssues(siteFacts(fetchedPage(html, '/', more))).map(({ rule }) => rule)

const good = `<!doctype html><html lang=en><head><title>Lantern Bakery by the pier</title><link rel=canonical href="/">
<meta name=description content="Sourdough from a wood oven, baked at night and sold until noon at the pier.">
<meta name=viewport content="width=device-width"><meta property="og:title" content=x><meta property="og:image" content=x>
<script type="application/ld+json">{"@type":"Bakery"}</script></head><h1>Bread</h1><h2>Rye</h2><p>${'Bread is good for you. '.repeat(30)}</p>`

const point = { text: 'It says what it is', evidence: 'Bread is good', page: 'https://bakery.example/' }
const score = (value: number) => ({ score: value, reason: 'because' })
const analysis: ModelReport = {
  summary: 'A bakery.',
  audience: 'People',
  valueProposition: 'Bread',
  tone: 'Calm',
  strengths: [point],
  weaknesses: [{ ...point, evidence: 'We are the best in the world' }],
  suggestions: [{ ...point, effort: 'low' }],
  scores: { clarity: score(7), content: score(6), trust: score(5), persuasion: score(4), structure: score(3) },
}
const usage = {
  model: 'made-up-large',
  template: 'site-report',
  version: 1,
  calls: 1,
  promptTokens: 900,
  completionTokens: 300,
  cost: 0.0123,
}
const made = { usage, finishedAt: new Date('2026-02-03T04:05:06Z') }
const report = makeReport(siteFacts(fetchedPage(good)), analysis, made)

describe('findings without a model', () => {
  it('are none for a page that is in order', () => {
    expect(rules(good)).toEqual([])
  })

  it.each([
    ['title-missing', '<h1>x</h1>', {}],
    ['title-length', '<title>Home</title>', {}],
    ['description-missing', '<title>x</title>', {}],
    ['description-length', '<meta name=description content=short>', {}],
    ['h1-missing', '<h2>x</h2>', {}],
    ['h1-several', '<h1>x</h1><h1>y</h1>', {}],
    ['canonical-missing', '', {}],
    ['canonical-elsewhere', '<link rel=canonical href="/other">', {}],
    ['noindex', '<meta name=robots content=noindex>', {}],
    ['open-graph-missing', '', {}],
    ['structured-data-missing', '', {}],
    ['structured-data-broken', '<script type="application/ld+json">{</script>', {}],
    ['little-text', '<p>few words</p>', {}],
    ['soft-404', '<title>404</title>', {}],
    ['redirects', '', { redirects: ['a', 'b'] }],
    ['language-missing', '<html>', {}],
    ['alt-missing', '<img src=x>', {}],
    ['link-without-text', '<a href=/x></a>', {}],
    ['label-missing', '<input>', {}],
    ['heading-skipped', '<h1>x</h1><h3>y</h3>', {}],
    ['viewport-missing', '', {}],
    ['zoom-forbidden', '<meta name=viewport content="width=device-width, user-scalable=no">', {}],
    ['refresh', '<meta http-equiv=refresh content="30;url=/x">', {}],
    ['slow', '', { durationMs: 5_000 }],
    ['heavy', '', { bytes: 900_000 }],
  ])('%s', (rule, html, more) => {
    expect(rules(html, more)).toContain(rule)
  })

  it('name the pages and how it is there, the worst first', () => {
    const html = '<html lang=en><title>The same title for all</title><img src=x><img src=y alt="">'
    const found = findIssues(siteFacts(fetchedPage(html), fetchedPage(html, '/about')))
    expect(found[0]).toEqual({
      rule: 'alt-missing',
      area: 'accessibility',
      severity: 'high',
      message: expect.stringMatching(/\(1 of 2\)$/),
      pages: ['https://bakery.example/', 'https://bakery.example/about'],
    })
    expect(found.map(({ rule }) => rule)).toContain('title-repeated')
    const order = found.map(({ severity }) => ['high', 'medium', 'low'].indexOf(severity))
    expect(order).toEqual([...order].sort())
  })
})

describe('a report', () => {
  it('says which evidence stands on none of the pages', () => {
    expect(report.unquoted).toEqual(['We are the best in the world'])
    const quotes = ['“BREAD  is good”', 'Bread is … for you', 'Lantern Bakery by the pier']
    const quoted = { ...analysis, weaknesses: quotes.map((evidence) => ({ ...point, evidence })) }
    expect(makeReport(siteFacts(fetchedPage(good)), quoted, made).unquoted).toEqual([])
  })

  it('is the same after a way through JSON', () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report).toMatchObject({
      host: 'bakery.example',
      title: 'Lantern Bakery by the pier',
      finishedAt: '2026-02-03T04:05:06.000Z',
    })
  })

  it('as Markdown and as HTML has all of it', () => {
    for (const text of [renderMarkdown(report), renderHtml(report)]) {
      for (const part of [
        'Lantern Bakery by the pier',
        'A bakery.',
        'Calm',
        'clarity',
        'not found on the pages',
        '900 + 300 tokens',
        '$0.0123',
        '2026-02-03',
      ]) {
        expect(text).toContain(part)
      }
    }
  })

  const nasty = '<script>alert(1)</script> "><img src=x onerror=alert(2)> [x](javascript:alert(3)) |a|'
  const bad = makeReport(
    siteFacts(fetchedPage(`<title>${nasty.replaceAll('<', '&lt;')}</title>`)),
    {
      ...analysis,
      summary: nasty,
      strengths: [{ text: nasty, evidence: nasty, page: 'javascript:alert(4)' }],
    },
    made,
  )

  it('as HTML loads and runs nothing, whatever a site or a model says', () => {
    const html = renderHtml(bad)
    expect(html).not.toMatch(/<(script|img|iframe|link)\b/i)
    expect(html.match(/href="[^"]*/g)!.every((href) => href.startsWith('href="https://bakery.example'))).toBe(true)
    expect(html).toContain(`content="default-src 'none'`)
    expect(html).toContain('&lt;script&gt;alert(1)')
  })

  it('as Markdown keeps text what is text', () => {
    const markdown = renderMarkdown(bad)
    expect(markdown).not.toMatch(/(?<!\\)<(script|img)/)
    expect(markdown).not.toMatch(/(?<!\\)\]\(/)
  })
})

describe('two reports', () => {
  const later = makeReport(
    siteFacts(
      fetchedPage(good.replace('<html lang=en>', '<html>').replace('by the pier', 'by the sea')),
      fetchedPage(good, '/about'),
    ),
    { ...analysis, scores: { ...analysis.scores, clarity: score(9) } },
    { usage: { ...usage, model: 'other' }, finishedAt: new Date('2026-03-03T04:05:06Z') },
  )

  it('are compared by scores, findings, pages and words', () => {
    const comparison = compareReports(report, later)
    expect(comparison).toMatchObject({
      fixed: [],
      added: [{ rule: 'canonical-elsewhere' }, { rule: 'language-missing' }],
      pagesAdded: ['https://bakery.example/about'],
      pagesRemoved: [],
      title: { before: 'Lantern Bakery by the pier', after: 'Lantern Bakery by the sea' },
      isSameMeasure: false,
    })
    expect(comparison.scores[0]).toEqual({ name: 'clarity', before: 7, after: 9 })
    expect(compareReports(later, report).fixed).toHaveLength(2)
  })

  it('are compared in words', () => {
    const text = renderComparison(compareReports(report, later))
    expect(text).toContain('| clarity | 7 | 9 | +2 |')
    expect(text).toContain('## New')
    expect(text).toContain('scores do not compare well')
  })
})

describe('the schema that a model is given', () => {
  it('is one that strict servers take', () => {
    const { name, strict, schema } = strictSchema()
    expect([name, strict]).toEqual(['site_report', true])
    const objects: Record<string, unknown>[] = []
    JSON.parse(JSON.stringify(schema), (_, value) => {
      if (value?.type === 'object') objects.push(value)
      return value
    })
    expect(objects.length).toBeGreaterThan(5)
    for (const each of objects) {
      expect(each.additionalProperties).toBe(false)
      expect(each.required).toEqual(Object.keys(each.properties as object))
    }
  })

  it('does not take what is not a report', () => {
    expect(ModelReport.safeParse({ ...analysis, summary: ' ' }).success).toBe(false)
    expect(ModelReport.safeParse({ ...analysis, scores: { ...analysis.scores, trust: score(11) } }).success).toBe(false)
    expect(ModelReport.safeParse(analysis).success).toBe(true)
  })
})
