import { createRoute, z } from '@hono/zod-openapi'
import { ProblemError } from '@pawl/app'
import { decodeCursor, encodeCursor, json, jsonBody, limit, name, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { reads } from '../shared/reads.ts'
import { anything } from '../shared/schemas.ts'
import { shareLook } from '../shared/share-look.ts'
import { findPipeline } from './find-pipeline.ts'
import { knownPipeline } from './known-pipeline.ts'
import { cancellation, item, itemDetail, pipeline, stageProgress, submission, workState } from './pipeline-schemas.ts'

const tags = ['pipelines']
const params = z.strictObject({ name })
const itemParams = z.strictObject({ name, item: name })
const place = z.strictObject({ version: z.number().int().min(1) })

const list = createRoute({
  ...{ method: 'get', path: '/pipelines', tags, summary: 'All pipelines that a worker has declared' },
  responses: { 200: json(z.strictObject({ pipelines: z.array(pipeline) }), 'All pipelines'), ...problems() },
})
const stages = createRoute({
  ...{ method: 'get', path: '/pipelines/{name}/stages', tags, summary: 'How each stage gets on' },
  request: { params },
  responses: { 200: json(z.strictObject({ stages: z.array(stageProgress) }), 'Its stages'), ...problems(404) },
})
const items = createRoute({
  ...{ method: 'get', path: '/pipelines/{name}/items', tags, summary: 'Items, by version, the newest first' },
  request: {
    params,
    query: z.strictObject({
      stage: name.optional(),
      state: workState.optional(),
      after: z.string().max(1_000).optional().openapi({ description: '`next` of the page before' }),
      limit: limit.optional(),
    }),
  },
  responses: {
    200: json(z.strictObject({ items: z.array(item), next: z.string().nullable() }), 'A page of them'),
    ...problems(400, 404),
  },
})
const show = createRoute({
  ...{ method: 'get', path: '/pipelines/{name}/items/{item}', tags, summary: 'An item with its input and results' },
  request: { params: itemParams },
  responses: { 200: json(itemDetail, 'The item'), ...problems(404, 409) },
})
const submit = createRoute({
  ...{ method: 'post', path: '/pipelines/{name}/items', tags, summary: 'Put an item into the first stage' },
  request: { params, ...jsonBody(z.strictObject({ item: name, input: anything })) },
  responses: { 202: json(submission, 'Whether it was taken'), ...problems(400, 403, 404, 409, 413, 415) },
})
const retry = createRoute({
  ...{ method: 'post', path: '/pipelines/{name}/items/{item}/retry', tags, summary: 'Try an item again' },
  request: { params: itemParams, ...jsonBody(z.strictObject({ from: name.optional() }), false) },
  responses: { 202: json(submission, 'Whether it was taken'), ...problems(400, 403, 404, 409, 413, 415) },
})
const cancel = createRoute({
  ...{ method: 'post', path: '/pipelines/{name}/items/{item}/cancel', tags, summary: 'Cancel an item' },
  request: { params: itemParams },
  responses: { 200: json(cancellation, 'What it came to'), ...problems(403, 404, 409) },
})

/** Pipelines of stages, and the items in them. */
export function stageRoutes({ pawl }: RouteServices) {
  const { pipelines } = pawl
  const routes = newRoutes()
  const listed = shareLook(async () => ({ pipelines: wire(await pipelines.list()) }))
  routes.openapi(list, async (c) => c.json(await listed(), 200))
  routes.openapi(stages, async (c) => {
    const reader = reads(c, pawl)
    const found = await reader.pipelines.stages(await knownPipeline(pawl, c.req.valid('param').name, reader))
    return c.json({ stages: wire(found) }, 200)
  })
  routes.openapi(items, async (c) => {
    const { after, limit: size = 50, ...filter } = c.req.valid('query')
    const before = after === undefined ? undefined : decodeCursor(after, place)
    const from = before === undefined ? {} : { before: before.version }
    const reader = reads(c, pawl)
    const pipelineName = await knownPipeline(pawl, c.req.valid('param').name, reader)
    const found = await reader.pipelines.items(pipelineName, { ...filter, ...from, limit: size + 1 })
    const page = found.slice(0, size)
    const last = page.at(-1)
    const next = found.length > size && last ? encodeCursor({ version: last.version }) : null
    return c.json({ items: wire(page), next }, 200)
  })
  routes.openapi(show, async (c) => {
    const { name: of, item: which } = c.req.valid('param')
    const found = await reads(c, pawl).pipelines.get(findPipeline(pawl, of, 'stages'), which)
    if (found === undefined) throw new ProblemError(404, 'unknown-item', `there is no item '${which}' in '${of}'`)
    return c.json(wire(found), 200)
  })
  routes.openapi(submit, async (c) => {
    const { name: of } = c.req.valid('param')
    const definition = findPipeline(pawl, of, 'stages')
    const { item: which, input } = c.req.valid('json')
    const operation = { what: 'item.submit', on: `${of}/${which}` }
    return c.json(await operate(c, pawl, operation, () => pipelines.submit(definition, which, input as never)), 202)
  })
  routes.openapi(retry, async (c) => {
    const { name: of, item: which } = c.req.valid('param')
    const definition = findPipeline(pawl, of, 'stages')
    const options = c.req.valid('json')
    const operation = { what: 'item.retry', on: `${of}/${which}`, details: options }
    return c.json(await operate(c, pawl, operation, () => pipelines.retry(definition, which, options)), 202)
  })
  routes.openapi(cancel, async (c) => {
    const { name: of, item: which } = c.req.valid('param')
    const definition = findPipeline(pawl, of, 'stages')
    const operation = { what: 'item.cancel', on: `${of}/${which}` }
    return c.json(await operate(c, pawl, operation, () => pipelines.cancel(definition, which)), 200)
  })
  return routes
}
