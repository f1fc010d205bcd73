import { Hono } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Upload } from '../catalogue/upload.ts'
import { xml } from '../feeds/xml.ts'
import type { ServiceEnv } from '../http/faults.ts'

const shown = 40

/** A series of MangaUpdates and the feed of its releases. Items have no id, and all link to the series. */
export function mangaupdatesRoutes(catalogue: Catalogue): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get('/v1/series/:id', (c) => {
      const id = c.req.param('id')
      const shelf = catalogue.shelf('mangaupdates', id)
      if (shelf === undefined) return c.json({ status: 'exception', reason: 'Series not found', context: {} }, 404)
      return c.json({ series_id: Number(id), title: shelf.series.title, url: shelf.series.urls.mangaupdates })
    })
    .get('/v1/series/:id/rss', (c) => {
      const shelf = catalogue.shelf('mangaupdates', c.req.param('id'))
      if (shelf === undefined) return c.json({ status: 'exception', reason: 'Series not found', context: {} }, 404)
      const now = catalogue.now()
      const newest = [...shelf.uploads.values()]
        .filter(({ publishAt }) => publishAt <= now)
        .sort((a, b) => b.publishAt - a.publishAt)
        .slice(0, shown)
      c.header('content-type', 'application/rss+xml')
      return c.body(rss(shelf.series.title, shelf.series.urls.mangaupdates ?? '', newest))
    })
}

function rss(title: string, link: string, uploads: readonly Upload[]): string {
  const items = uploads.map(
    (upload) =>
      `<item><title>${xml(nameOf(upload))}</title><link>${xml(link)}</link><description></description>` +
      `<pubDate>${new Date(upload.publishAt).toUTCString()}</pubDate></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${xml(title)} - Releases on MangaUpdates</title><link>${xml(link)}</link>
<description>The latest releases</description>
${items.join('\n')}
</channel></rss>`
}

function nameOf({ groups, series, volume, number }: Upload): string {
  const numbers = [volume === null ? [] : `v.${volume}`, number === null ? 'Oneshot' : `c.${number}`].flat()
  return `[${groups.join(' & ')}] ${series.title} ${numbers.join(' ')}`
}
