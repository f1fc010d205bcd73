import { Hono } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Upload } from '../catalogue/upload.ts'
import type { ServiceEnv } from '../http/faults.ts'

type Asked = { readonly query?: unknown; readonly variables?: Readonly<Record<string, unknown>> }
const fail = (message: string, status: 200 | 400) => ({ body: { errors: [{ message }] }, status })

/** The two questions of MangaPark's GraphQL that anybody asks about chapters. Answers have all fields, whichever were asked for. */
export function mangaparkRoutes(catalogue: Catalogue): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().post('/apo/', async (c) => {
    const asked = (await c.req.json().catch(() => ({}))) as Asked
    const { query, variables = {} } = asked
    const answer = typeof query === 'string' ? answerTo(catalogue, query, variables) : fail('no query', 400)
    return c.json(answer.body, answer.status)
  })
}

function answerTo(catalogue: Catalogue, query: string, variables: Readonly<Record<string, unknown>>) {
  const fields = ['get_comicNode', 'get_comicChapterList'].filter((name) => query.includes(name))
  if (fields.length === 0) return fail('Cannot query field on type "Query".', 400)
  const [id] = Object.values(variables)
  if (typeof id !== 'string' && typeof id !== 'number') return fail('Variable of type "ID!" was not provided.', 400)
  const shelf = catalogue.shelf('mangapark', String(id))
  const data: Record<string, unknown> = {}
  if (fields.includes('get_comicNode')) {
    data.get_comicNode =
      shelf === undefined ? null : { data: { id: String(id), name: shelf.series.title, urlPath: `/title/${id}` } }
  }
  if (fields.includes('get_comicChapterList')) {
    const now = catalogue.now()
    const visible = [...(shelf?.uploads.values() ?? [])].filter(({ publishAt }) => publishAt <= now)
    data.get_comicChapterList = grouped(visible).map(([first, ...others]) => ({
      data: { ...node(first!, id), dupChapters: others.map((other) => ({ data: node(other, id) })) },
    }))
  }
  return { body: { data }, status: 200 as const }
}

/** The same chapter of other uploaders stands below the first. */
function grouped(uploads: readonly Upload[]): (readonly Upload[])[] {
  const groups = new Map<string, Upload[]>()
  for (const upload of uploads) {
    const key = upload.number === null ? upload.id : `${upload.number} ${upload.language}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [upload])
    else group.push(upload)
  }
  return [...groups.values()]
}

function node(upload: Upload, comicId: string | number): object {
  const { id, number, volume, title, language, groups, createdAt, updatedAt, publishAt } = upload
  const padded = number?.replace(/^\d+/, (whole) => whole.padStart(3, '0'))
  const dname = [
    volume === null ? [] : `Vol.${volume.padStart(2, '0')}`,
    padded === undefined ? 'Oneshot' : `Ch.${padded}`,
  ]
  return {
    id,
    dname: dname.flat().join(' '),
    title,
    lang: language.replace('-', '_'),
    serial: number === null ? null : Number.parseFloat(number),
    volume: volume === null ? null : Number.parseFloat(volume),
    urlPath: `/title/${comicId}/${id}`,
    srcTitle: null,
    sourceId: null,
    dateCreate: Math.max(createdAt, publishAt),
    dateModify: updatedAt,
    userNode: { data: groups.length === 0 ? null : { name: groups.join(' & ') } },
  }
}
