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
import { listReports } from '../tables/reports.ts'
import type { ApiContext } from './api-options.ts'
import { cancelReport } from './cancel-report.ts'
import { deleteReport } from './delete-report.ts'
import { readAddress } from './read-address.ts'
import { reportState } from './report-state.ts'
import { retryReport } from './retry-report.ts'
import { address, listedReport, stage, reportState as stateSchema, status } from './schemas.ts'
import { submitReport } from './submit-report.ts'

const tags = ['site-reports']
const params = z.strictObject({ id })
const state = { 200: json(stateSchema, 'The report as it is now') }
const acting = problems(400, 403, 404, 409, 413, 415)

const submit = createRoute({
  ...{ method: 'post', path: '/', tags, summary: 'Ask for a report about a site' },
  request: jsonBody(z.strictObject({ url: address })),
  responses: {
    202: {
      ...json(stateSchema, 'It is under way; also when somebody had asked for it before'),
      headers: z.object({ Location: z.string() }),
    },
    ...acting,
  },
})
const list = createRoute({
  ...{ method: 'get', path: '/', tags, summary: 'Reports, the newest first' },
  request: { query: z.strictObject({ ...page, status: status.optional(), url: address.optional() }) },
  responses: {
    200: json(z.strictObject({ reports: z.array(listedReport), next }), 'A page of them'),
    ...problems(400),
  },
})
const stages = createRoute({
  ...{ method: 'get', path: '/stages', tags, summary: 'How each stage gets on' },
  responses: {
    200: json(
      z.strictObject({
        stages: z.array(
          z.looseObject({
            stage: z.string(),
            open: z.number(),
            failed: z.number(),
            done: z.number(),
            line: z.string(),
          }),
        ),
      }),
      'Items under way, failed and done, and a line for people',
    ),
    ...problems(),
  },
})
const show = createRoute({
  ...{ method: 'get', path: '/{id}', tags, summary: 'How a report gets on' },
  request: { params },
  responses: { ...state, ...problems(404) },
})
const cancel = createRoute({
  ...{ method: 'post', path: '/{id}/cancel', tags, summary: 'End it, wherever it is' },
  request: { params },
  responses: { ...state, ...problems(403, 404) },
})
const retry = createRoute({
  ...{ method: 'post', path: '/{id}/retry', tags, summary: 'Try it again, from a stage' },
  request: { params, ...jsonBody(z.strictObject({ from: stage.optional() }), false) },
  responses: { 202: json(stateSchema, 'It is under way again'), ...acting },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/{id}', tags, summary: 'Forget it' },
  request: { params },
  responses: { 204: { description: 'It is gone' }, ...problems(403, 404) },
})

export function reportRoutes(api: ApiContext) {
  const routes = newRoutes()
  const stateOf = async (of: number) => wire(await reportState(api, of))
  routes.openapi(submit, async (c) => {
    const { id: of } = await submitReport(api, c.req.valid('json').url)
    c.header('Location', `${c.req.path.replace(/\/$/, '')}/${of}`)
    return c.json(await stateOf(of), 202)
  })
  routes.openapi(list, async (c) => {
    const { after, limit, status: only, url } = c.req.valid('query')
    const read = url === undefined ? undefined : readAddress(url, api.settings.sites.standIn)
    const given = read?.kind === 'address' ? read.address : url
    const rows = await listReports(api.db, { before: idAfter(after), limit, status: only, address: given })
    return c.json({ reports: wire([...rows]), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(stages, async (c) => c.json({ stages: wire(await api.pawl.pipelines.stages(api.stages)) }, 200))
  routes.openapi(show, async (c) => c.json(await stateOf(c.req.valid('param').id), 200))
  routes.openapi(cancel, async (c) => {
    const { id: of } = await cancelReport(api, c.req.valid('param').id)
    return c.json(await stateOf(of), 200)
  })
  routes.openapi(retry, async (c) => {
    const body = c.req.valid('json') as { from?: z.output<typeof stage> } | undefined
    const { id: of } = await retryReport(api, c.req.valid('param').id, body?.from)
    return c.json(await stateOf(of), 202)
  })
  routes.openapi(remove, async (c) => {
    await deleteReport(api, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return routes
}
