import { type Context, Hono } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Upload } from '../catalogue/upload.ts'
import type { ServiceEnv } from '../http/faults.ts'
import { xml } from './xml.ts'

const shown = 50

/** Feeds as sites of publishers have them: `/7.rss` and `/7.atom`, newest first, with validators for the polite. */
export function feedRoutes(catalogue: Catalogue): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().get('/:file', (c) => {
    const [, id = '', format = ''] = /^(\d+)\.(rss|atom)$/.exec(c.req.param('file')) ?? []
    const shelf = catalogue.shelf('feeds', id)
    if (shelf === undefined) return c.text('no such feed', 404)
    const now = catalogue.now()
    const visible = [...shelf.uploads.values()].filter(({ publishAt }) => publishAt <= now)
    const newest = visible.sort((a, b) => b.publishAt - a.publishAt).slice(0, shown)
    // what was to be published later changes the feed without anybody's doing
    const etag = `"${shelf.changes}-${visible.length}"`
    const changedAt = new Date(Math.max(shelf.changedAt, newest[0]?.publishAt ?? 0))
    c.header('etag', etag)
    c.header('last-modified', changedAt.toUTCString())
    if (isUnchanged(c, etag, changedAt)) return c.body(null, 304)
    const { title } = shelf.series
    c.header('content-type', `application/${format}+xml; charset=utf-8`)
    return c.body(format === 'rss' ? rss(title, newest) : atom(title, newest, changedAt))
  })
}

function isUnchanged(c: Context, etag: string, changedAt: Date): boolean {
  const known = c.req.header('if-none-match')
  if (known !== undefined) return known.split(/, */).includes(etag)
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}

function nameOf({ series, number, title }: Upload): string {
  const name = number === null ? 'Oneshot' : `Chapter ${number}`
  return `${series.title} ${name}${title === null ? '' : `: ${title}`}`
}

const linkOf = ({ id, externalUrl }: Upload) => externalUrl ?? `https://reader.example/read/${id}`

function rss(title: string, uploads: readonly Upload[]): string {
  const items = uploads.map(
    (upload) => `<item><title>${xml(nameOf(upload))}</title><link>${xml(linkOf(upload))}</link>
<guid isPermaLink="false">e4p:episode:${upload.id}</guid><pubDate>${new Date(upload.publishAt).toUTCString()}</pubDate></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${xml(title)}</title><link>https://reader.example/</link><language>en-us</language>
${items.join('\n')}
</channel></rss>`
}

function atom(title: string, uploads: readonly Upload[], changedAt: Date): string {
  const entries = uploads.map((upload) => {
    const published = new Date(upload.publishAt).toISOString()
    const updated = new Date(upload.updatedAt).toISOString()
    return `<entry><id>tag:reader.example:${upload.id}</id><title>${xml(nameOf(upload))} [English]</title>
<link href="${xml(linkOf(upload))}"/><published>${published}</published><updated>${updated}</updated></entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${xml(title)}</title><id>tag:reader.example:feed</id>
<updated>${changedAt.toISOString()}</updated>
${entries.join('\n')}
</feed>`
}
