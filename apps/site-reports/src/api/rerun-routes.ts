import {
  createRoute,
  id,
  idAfter,
  json,
  jsonBody,
  newRoutes,
  next,
  nextAfter,
  page,
  problems,
  wire,
  z,
} from '@pawl/app/api'
import { listReruns, pauseRerun, removeRerun, setRerun } from '../tables/reruns.ts'
import type { ApiContext } from './api-options.ts'
import { checkAddress } from './check-address.ts'
import { unknownRerun } from './not-found.ts'
import { address, rerun } from './schemas.ts'

const tags = ['site-reports: reruns']
const params = z.strictObject({ id })
const hourMs = 60 * 60 * 1000

const list = createRoute({
  ...{ method: 'get', path: '/reruns', tags, summary: 'Sites that are analysed again and again' },
  request: { query: z.strictObject(page) },
  responses: { 200: json(z.strictObject({ reruns: z.array(rerun), next }), 'A page of them'), ...problems(400) },
})
const set = createRoute({
  ...{ method: 'put', path: '/reruns', tags, summary: 'Analyse a site again and again, the first time at once' },
  request: jsonBody(
    z.strictObject({
      url: address,
      everyHours: z
        .number()
        .min(1)
        .max(24 * 366),
    }),
  ),
  responses: { 200: json(rerun, 'As it is now'), ...problems(400, 403, 413, 415) },
})
const pause = createRoute({
  ...{ method: 'post', path: '/reruns/{id}/{what}', tags, summary: 'Leave it alone for now, or no longer' },
  request: { params: z.strictObject({ id, what: z.enum(['pause', 'resume']) }) },
  responses: { 200: json(rerun, 'As it is now'), ...problems(403, 404) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/reruns/{id}', tags, summary: 'Analyse it no more by itself' },
  request: { params },
  responses: { 204: { description: 'Its reports stay' }, ...problems(403, 404) },
})

export function rerunRoutes({ db, settings }: ApiContext) {
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await listReruns(db, idAfter(after), limit)
    return c.json({ reruns: wire([...rows]), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(set, async (c) => {
    const { url, everyHours } = c.req.valid('json')
    const checked = checkAddress(url, settings.sites.standIn)
    return c.json(wire(await setRerun(db, checked, Math.round(everyHours * hourMs))), 200)
  })
  routes.openapi(pause, async (c) => {
    const { id: of, what } = c.req.valid('param')
    const changed = await pauseRerun(db, of, what === 'pause')
    if (changed === undefined) throw unknownRerun(of)
    return c.json(wire(changed), 200)
  })
  routes.openapi(remove, async (c) => {
    const { id: of } = c.req.valid('param')
    if (!(await removeRerun(db, of))) throw unknownRerun(of)
    return c.body(null, 204)
  })
  return routes
}
