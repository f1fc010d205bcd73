import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type pg from 'pg'
import { issuesBegun, issuesNext, type ListedIssue } from '../tables/listed-issues.ts'
import { listedLibraries } from '../tables/listed-libraries.ts'
import { findSeries, type ListedSeries } from '../tables/listed-series.ts'
import type { Reader } from '../tables/readers.ts'
import { moveForward } from '../tables/reading.ts'
import type { ApiOptions } from './api-options.ts'
import { hasTag } from './has-tag.ts'
import { issueContent } from './issue-content.ts'
import { unknownSeries } from './not-found.ts'
import { issueEntry } from './opds/issue-entry.ts'
import { opdsType } from './opds/media-types.ts'
import { type OpdsEntry, opdsFeed } from './opds/opds-feed.ts'
import { type FeedKind, opdsLinks } from './opds/opds-links.ts'
import { rootFeed } from './opds/root-feed.ts'
import { searchDescription } from './opds/search-description.ts'
import { seriesEntry } from './opds/series-entry.ts'
import { pageOfIssues, pageOfNewest, pageOfSeries } from './pages-of.ts'
import { search } from './search.ts'
import { seriesCover } from './series-cover.ts'

export type OpdsRequest = {
  readonly reader: Reader
  /** What addresses in the answer begin with. */
  readonly base: string
  readonly id: number
  readonly page: number
  readonly after?: string | undefined
  readonly library?: number | undefined
  readonly q?: string | undefined
  readonly width?: number | undefined
}

/** One address that reading apps use. */
export type OpdsAnswer = {
  readonly path: string
  readonly summary: string
  answer(c: Context, request: OpdsRequest): Promise<Response>
}

/** Some apps show a page of a feed as it is, others fetch all of them at once. */
const limit = 100

export function opdsAnswers(db: pg.Pool, options: ApiOptions): readonly OpdsAnswer[] {
  const content = issueContent(db, options)
  const coverOf = seriesCover(db, options)
  const coverType = options.covers.type
  const entriesOf = (base: string, series: readonly ListedSeries[], issues: readonly ListedIssue[]) => [
    ...series.map((each) => seriesEntry(base, coverType, each)),
    ...issues.map((each) => issueEntry(base, coverType, each)),
  ]
  return [
    {
      ...{ path: '', summary: 'Where a reading app begins' },
      async answer(c, { base, reader }) {
        return send(c, 'navigation', opdsFeed(rootFeed(base, reader.name, await listedLibraries(db))))
      },
    },
    {
      ...{ path: '/series', summary: 'Series by name' },
      async answer(c, { base, reader, library, after }) {
        const { rows, next } = await pageOfSeries(db, { library, after, limit, reader: reader.id })
        const self = library === undefined ? '/series' : `/series?library=${library}`
        return feed(c, { base, kind: 'navigation', self, title: 'Series', entries: entriesOf(base, rows, []), next })
      },
    },
    {
      ...{ path: '/series/{id}', summary: 'Issues of a series' },
      async answer(c, { base, reader, id, after }) {
        const series = await findSeries(db, id)
        if (series === undefined) throw unknownSeries(id)
        const { rows, next } = await pageOfIssues(db, id, { after, limit, reader: reader.id })
        const about = { base, kind: 'acquisition', self: `/series/${id}`, title: series.name } as const
        return feed(c, { ...about, entries: entriesOf(base, [], rows), next })
      },
    },
    {
      ...{ path: '/newest', summary: 'Issues, the newest first' },
      async answer(c, { base, reader, after }) {
        const { rows, next } = await pageOfNewest(db, { after, limit, reader: reader.id })
        const about = { base, kind: 'acquisition', self: '/newest', title: 'Newest' } as const
        return feed(c, { ...about, entries: entriesOf(base, [], rows), next })
      },
    },
    {
      ...{ path: '/reading', summary: 'What the reader has begun' },
      async answer(c, { base, reader }) {
        const entries = entriesOf(base, [], await issuesBegun(db, reader.id, limit))
        return feed(c, { base, kind: 'acquisition', self: '/reading', title: 'Continue reading', entries })
      },
    },
    {
      ...{ path: '/next', summary: 'The next issue of each series that the reader reads' },
      async answer(c, { base, reader }) {
        const entries = entriesOf(base, [], await issuesNext(db, reader.id, limit))
        return feed(c, { base, kind: 'acquisition', self: '/next', title: 'Next', entries })
      },
    },
    {
      ...{ path: '/search.xml', summary: 'How to search (OpenSearch)' },
      answer: async (c, { base }) =>
        c.body(searchDescription(base), 200, { 'Content-Type': `${opdsType.search}; charset=utf-8` }),
    },
    {
      ...{ path: '/search', summary: 'Series and issues whose names have these words' },
      async answer(c, { base, reader, q = '' }) {
        const found = q === '' ? { series: [], issues: [] } : await search(db, { q, limit, reader: reader.id })
        const about = { base, kind: 'acquisition', self: `/search?q=${encodeURIComponent(q)}` } as const
        return feed(c, { ...about, title: `Search: ${q}`, entries: entriesOf(base, found.series, found.issues) })
      },
    },
    { path: '/series/{id}/cover', summary: 'The cover of a series', answer: (c, { id }) => coverOf(c, id) },
    { path: '/issues/{id}/cover', summary: 'The cover of an issue', answer: (c, { id }) => content.cover(c, id) },
    {
      ...{ path: '/issues/{id}/pages/{page}', summary: 'A page, counted from 0; it counts as read' },
      async answer(c, { id, page, width, reader }) {
        const sent = await content.page(c, id, page + 1, width)
        // an app that fetches ahead is ahead by a few pages; nothing else tells how far somebody has come
        if (c.req.method !== 'HEAD') await moveForward(db, reader.id, id, page + 1)
        return sent
      },
    },
    {
      ...{ path: '/issues/{id}/file/{name}', summary: 'The archive itself, under a name that apps like to see' },
      answer: (c, { id }) => content.file(c, id),
    },
  ]
}

type Feed = {
  readonly base: string
  readonly kind: FeedKind
  readonly self: string
  readonly title: string
  readonly entries: readonly OpdsEntry[]
  readonly next?: string | null
}

function feed(c: Context, { base, kind, self, title, entries, next }: Feed): Response {
  const updated = new Date(Math.max(0, ...entries.map((entry) => entry.updated.getTime())))
  const links = opdsLinks(base, kind, self, next)
  return send(c, kind, opdsFeed({ id: `urn:pawl:comic-library:feed:${self}`, title, updated, links, entries }))
}

function send(c: Context, kind: FeedKind, text: string): Response {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
  if (hasTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, 'Content-Type': `${opdsType[kind]};charset=utf-8` })
}
