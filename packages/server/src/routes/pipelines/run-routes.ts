import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, limit, name, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { reads } from '../shared/reads.ts'
import { anything, jobId } from '../shared/schemas.ts'
import { findPipeline } from './find-pipeline.ts'
import { knownPipeline } from './known-pipeline.ts'
import { cancellation, rowFailure, run } from './pipeline-schemas.ts'

const tags = ['pipelines']
const ofSubject = z.strictObject({ name, subject: name })

const list = createRoute({
  ...{ method: 'get', path: '/runs', tags, summary: 'Runs over subjects, newest first, with how far they have come' },
  request: {
    query: z.strictObject({
      pipeline: name.optional(),
      subject: name.optional(),
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: limit.optional(),
    }),
  },
  responses: {
    200: json(z.strictObject({ runs: z.array(run), next: z.number().int().nullable() }), 'A page of them'),
    ...problems(400),
  },
})
const start = createRoute({
  ...{
    method: 'post',
    path: '/pipelines/{name}/runs',
    tags,
    summary: 'Start a run over a subject, unless one is under way',
  },
  request: {
    params: z.strictObject({ name }),
    ...jsonBody(z.strictObject({ subject: name, input: anything.optional() })),
  },
  responses: {
    202: json(z.strictObject({ started: z.boolean(), job: jobId }), 'The run and its job'),
    ...problems(400, 403, 404, 409, 413, 415),
  },
})
const cancel = createRoute({
  ...{
    method: 'post',
    path: '/pipelines/{name}/runs/{subject}/cancel',
    tags,
    summary: 'Cancel a run between two batches',
  },
  request: { params: ofSubject },
  responses: { 200: json(cancellation, 'What it came to'), ...problems(403, 404, 409) },
})
const failures = createRoute({
  ...{ method: 'get', path: '/pipelines/{name}/runs/{subject}/failures', tags, summary: 'Rows that have failed' },
  request: { params: ofSubject, query: z.strictObject({ phase: name.optional(), limit: limit.optional() }) },
  responses: {
    200: json(z.strictObject({ failures: z.array(rowFailure) }), 'Up to so many of them'),
    ...problems(400, 404),
  },
})
const forgive = createRoute({
  ...{
    method: 'post',
    path: '/pipelines/{name}/runs/{subject}/forgive',
    tags,
    summary: 'Let failed rows be tried again',
  },
  request: { params: ofSubject, ...jsonBody(z.strictObject({ phase: name.optional() }), false) },
  responses: {
    200: json(z.strictObject({ forgiven: z.number().int() }), 'How many'),
    ...problems(400, 403, 404, 413, 415),
  },
})

/** Pipelines of phases, and the runs over their subjects. */
export function runRoutes({ pawl }: RouteServices) {
  const { pipelines } = pawl
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { limit: size = 50, ...filter } = c.req.valid('query')
    const found = await reads(c, pawl).pipelines.runs({ ...filter, limit: size + 1 })
    const page = found.slice(0, size)
    return c.json({ runs: wire(page), next: found.length > size ? page.at(-1)!.id : null }, 200)
  })
  routes.openapi(start, async (c) => {
    const { name: of } = c.req.valid('param')
    const { subject, ...options } = c.req.valid('json')
    const definition = findPipeline(pawl, of, 'phases')
    const operation = { what: 'run.start', on: `${of}/${subject}` }
    return c.json(await operate(c, pawl, operation, () => pipelines.start(definition, subject, options)), 202)
  })
  routes.openapi(cancel, async (c) => {
    const { name: of, subject } = c.req.valid('param')
    const definition = findPipeline(pawl, of, 'phases')
    const operation = { what: 'run.cancel', on: `${of}/${subject}` }
    return c.json(await operate(c, pawl, operation, () => pipelines.cancel(definition, subject)), 200)
  })
  routes.openapi(failures, async (c) => {
    const { name: of, subject } = c.req.valid('param')
    const { limit: size = 100, ...filter } = c.req.valid('query')
    const reader = reads(c, pawl)
    const known = await knownPipeline(pawl, of, reader)
    const found = await reader.pipelines.failures(known, subject, { ...filter, limit: size })
    return c.json({ failures: wire(found) }, 200)
  })
  routes.openapi(forgive, async (c) => {
    const { name: of, subject } = c.req.valid('param')
    const options = c.req.valid('json')
    await knownPipeline(pawl, of)
    const operation = { what: 'run.forgive', on: `${of}/${subject}`, details: options }
    return c.json({ forgiven: await operate(c, pawl, operation, () => pipelines.forgive(of, subject, options)) }, 200)
  })
  return routes
}
