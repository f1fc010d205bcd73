import type { AppRouteServices } from '@pawl/app'
import { createRoute, id, json, jsonBody, name, newRoutes, next, page, problems, wire, z } from '@pawl/app/api'
import { removeLibrary } from '../tables/libraries.ts'
import { findListedLibrary, type ListedLibrary, listedLibraries } from '../tables/listed-libraries.ts'
import { rereadFiles } from '../tables/metadata.ts'
import { listSkipped } from '../tables/skipped-files.ts'
import { addFolder } from './add-folder.ts'
import type { ApiOptions } from './api-options.ts'
import { nextPath, pathAfter } from './by-path.ts'
import { changeRules } from './change-rules.ts'
import { unknownLibrary } from './not-found.ts'
import { scanOf } from './scan-of.ts'
import { scanSchema } from './scan-schema.ts'
import { library, skipped } from './schemas.ts'
import { startScan } from './start-scan.ts'

const tags = ['comic-library: libraries']
const params = z.strictObject({ id })
const choices = {
  name: name.optional(),
  keepYearsApart: z
    .boolean()
    .optional()
    .openapi({ description: 'years and ComicInfo volumes make series of their own' }),
  keepPublishersApart: z.boolean().optional(),
  watch: z.boolean().optional().openapi({ description: 'scan it when something in its folder changes' }),
  rescanEveryMs: z
    .number()
    .int()
    .min(60_000)
    .max(366 * 86_400_000)
    .nullable()
    .optional(),
}

const list = createRoute({
  ...{ method: 'get', path: '/libraries', tags, summary: 'All libraries' },
  responses: { 200: json(z.strictObject({ libraries: z.array(library) }), 'All of them') },
})
const add = createRoute({
  ...{ method: 'post', path: '/libraries', tags, summary: 'A folder of comics on the machine of the server' },
  request: jsonBody(z.strictObject({ ...choices, path: z.string().min(1).max(4_096) })),
  responses: { 201: json(library, 'The library; it is not scanned yet'), ...problems(400, 403, 409, 413, 415) },
})
const show = createRoute({
  ...{ method: 'get', path: '/libraries/{id}', tags, summary: 'One library' },
  request: { params },
  responses: { 200: json(library, 'The library'), ...problems(404) },
})
const change = createRoute({
  ...{ method: 'patch', path: '/libraries/{id}', tags, summary: 'Another name, or other rules from the next scan on' },
  request: { params, ...jsonBody(z.strictObject(choices)) },
  responses: { 200: json(library, 'The library as it is now'), ...problems(400, 403, 404, 409, 413, 415) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/libraries/{id}', tags, summary: 'Forget a library; its folder stays as it is' },
  request: { params },
  responses: {
    204: { description: 'It is forgotten, with its series and how far they were read' },
    ...problems(403, 404),
  },
})
const start = createRoute({
  ...{ method: 'post', path: '/libraries/{id}/scan', tags, summary: 'Scan it now' },
  request: {
    params,
    ...jsonBody(
      z.strictObject({
        mayBeEmpty: z.boolean().optional().openapi({ description: 'a folder without comics is no mistake' }),
        again: z.enum(['warned', 'all']).optional().openapi({ description: 'read files anew that did not change' }),
      }),
      false,
    ),
  },
  responses: {
    202: json(
      z.strictObject({ jobId: z.string(), isNew: z.boolean() }),
      'The job that does; not new when one was under way',
    ),
    ...problems(400, 403, 404, 413, 415),
  },
})
const look = createRoute({
  ...{ method: 'get', path: '/libraries/{id}/scan', tags, summary: 'How far the last scan has come' },
  request: { params },
  responses: { 200: json(z.strictObject({ scan: scanSchema.nullable() }), 'Null: never scanned'), ...problems(404) },
})
const faults = createRoute({
  ...{ method: 'get', path: '/libraries/{id}/skipped', tags, summary: 'What was skipped, or read in part, and why' },
  request: { params, query: z.strictObject(page) },
  responses: { 200: json(z.strictObject({ skipped: z.array(skipped), next }), 'A page of it'), ...problems(400, 404) },
})

export function libraryRoutes({ pawl, db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  const found = async (of: number): Promise<ListedLibrary> => {
    const one = await findListedLibrary(db, of)
    if (one === undefined) throw unknownLibrary(of)
    return one
  }
  routes.openapi(list, async (c) => c.json({ libraries: wire(await listedLibraries(db)) }, 200))
  routes.openapi(add, async (c) => {
    const added = await addFolder(db, c.req.valid('json'))
    return c.json(wire(await found(added)), 201)
  })
  routes.openapi(show, async (c) => c.json(wire(await found(c.req.valid('param').id)), 200))
  routes.openapi(change, async (c) => {
    const { id: of } = c.req.valid('param')
    await changeRules(db, of, c.req.valid('json'))
    return c.json(wire(await found(of)), 200)
  })
  routes.openapi(remove, async (c) => {
    const { id: of } = c.req.valid('param')
    if (!(await removeLibrary(db, of))) throw unknownLibrary(of)
    return c.body(null, 204)
  })
  routes.openapi(start, async (c) => {
    const { id: of } = await found(c.req.valid('param').id)
    const { again, mayBeEmpty } = c.req.valid('json') ?? {}
    if (again !== undefined) await rereadFiles(db, of, { all: again === 'all' })
    const { job, started } = await startScan(pawl, options, of, mayBeEmpty === undefined ? undefined : { mayBeEmpty })
    return c.json({ jobId: job, isNew: started }, 202)
  })
  routes.openapi(look, async (c) => {
    const { id: of } = await found(c.req.valid('param').id)
    return c.json({ scan: wire((await scanOf({ pawl, db }, options, of)) ?? null) }, 200)
  })
  routes.openapi(faults, async (c) => {
    const { id: of } = await found(c.req.valid('param').id)
    const { after, limit } = c.req.valid('query')
    const rows = await listSkipped(db, of, { after: pathAfter(after), limit })
    return c.json({ skipped: wire(rows), next: nextPath(rows, limit) }, 200)
  })
  return routes
}
