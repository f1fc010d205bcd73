import { Hono } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Upload } from '../catalogue/upload.ts'
import type { ServiceEnv } from '../http/faults.ts'
import { errorAnswer, jsonAnswer } from './answer.ts'
import { chapterEntity, mangaEntity } from './entities.ts'
import { type ListLimits, readListQuery } from './list-query.ts'
import { selectUploads } from './select-uploads.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const notFound = () => errorAnswer(404, 'not_found_http_exception', 'no such entity')

/** The part of the API of MangaDex v5 that tells of chapters. */
export function mangadexRoutes(catalogue: Catalogue): Hono<ServiceEnv> {
  const shelfOf = (id: string) => catalogue.shelf('mangadex', id.toLowerCase())
  const list = (uploads: Iterable<Upload>, url: string, limits: ListLimits): Response => {
    const query = readListQuery(new URL(url).searchParams, limits)
    if ('fault' in query) return errorAnswer(400, 'bad_request_http_exception', query.fault)
    const { page, total } = selectUploads(uploads, query, catalogue.now())
    const data = page.map((upload) => chapterEntity(upload, query.includes))
    return jsonAnswer({ result: 'ok', response: 'collection', data, limit: query.limit, offset: query.offset, total })
  }

  return new Hono<ServiceEnv>()
    .get('/manga/:id', (c) => {
      const id = c.req.param('id')
      if (!uuid.test(id)) return errorAnswer(400, 'bad_request_http_exception', `/id: '${id}' is no UUID`)
      const shelf = shelfOf(id)
      return shelf === undefined
        ? notFound()
        : jsonAnswer({ result: 'ok', response: 'entity', data: mangaEntity(shelf.series) })
    })
    .get('/manga/:id/feed', (c) => {
      const id = c.req.param('id')
      if (!uuid.test(id)) return errorAnswer(400, 'bad_request_http_exception', `/id: '${id}' is no UUID`)
      const shelf = shelfOf(id)
      return shelf === undefined
        ? notFound()
        : list(shelf.uploads.values(), c.req.url, { min: 1, max: 500, byDefault: 100 })
    })
    .get('/chapter', (c) =>
      list(among(catalogue, new URL(c.req.url).searchParams), c.req.url, { min: 0, max: 100, byDefault: 10 }),
    )
    .all('*', notFound)
}

/** Ids and a manga are looked up, so that a list of all is made only for those who want all. */
function among(catalogue: Catalogue, params: URLSearchParams): Iterable<Upload> {
  const ids = params.getAll('ids[]')
  if (ids.length > 0)
    return ids.flatMap((id) => catalogue.upload(id) ?? []).filter(({ service }) => service === 'mangadex')
  const manga = params.get('manga')
  if (manga !== null) return catalogue.shelf('mangadex', manga)?.uploads.values() ?? []
  return catalogue.uploads('mangadex')
}
