import { createRoute, z } from '@hono/zod-openapi'
import { instant, json, limit, name, problems, wire } from '@pawl/app/api'
import { parseTraceparent, UnknownJobError } from 'pawl'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { reads } from '../shared/reads.ts'
import { jobId } from '../shared/schemas.ts'
import { job, jobDetail, jobState } from './job-schemas.ts'
import { readJob } from './read-job.ts'
import { timeline } from './timeline.ts'
import { waitingForSources } from './waiting-for-sources.ts'

const tags = ['jobs']
const params = z.strictObject({ id: jobId })

const list = createRoute({
  ...{
    method: 'get',
    path: '/jobs',
    tags,
    summary: 'Jobs, newest first; a page deep in millions costs what the first one costs',
  },
  request: {
    query: z.strictObject({
      queue: name.optional(),
      type: name.optional(),
      status: jobState.optional(),
      key: name.optional(),
      source: name.optional(),
      since: instant.optional().openapi({ description: 'created at this instant or later' }),
      until: instant.optional().openapi({ description: 'created at this instant or earlier' }),
      after: z.string().max(1_000).optional().openapi({ description: '`next` of the page before' }),
      limit: limit.optional(),
    }),
  },
  responses: {
    200: json(
      z.strictObject({
        jobs: z.array(job),
        next: z
          .string()
          .nullable()
          .openapi({ description: 'null at the end; a page may be short, or empty, and have one' }),
      }),
      'A page of them',
    ),
    ...problems(400, 404),
  },
})
const show = createRoute({
  ...{ method: 'get', path: '/jobs/{id}', tags, summary: 'A job: state, attempts, timeline, progress, result' },
  request: { params },
  responses: { 200: json(jobDetail, 'The job'), ...problems(404) },
})
const cancel = createRoute({
  ...{ method: 'post', path: '/jobs/{id}/cancel', tags, summary: 'Cancel a job in any state' },
  request: { params },
  responses: {
    200: json(
      z.strictObject({ id: jobId, cancelled: z.boolean(), state: z.enum(['cancelled', 'succeeded', 'failed']) }),
      'Whether it was cancelled, or how it had ended before',
    ),
    ...problems(403, 404),
  },
})
const run = createRoute({
  ...{
    method: 'post',
    path: '/jobs/{id}/run',
    tags,
    summary: 'Run a job now that waits for its time or its retry; one that has failed runs again as a new job',
  },
  request: { params },
  responses: {
    202: json(
      z.strictObject({ id: jobId, replayed: z.boolean().openapi({ description: 'it runs again as a new job' }) }),
      'The job that runs',
    ),
    ...problems(403, 404, 409),
  },
})

export function jobRoutes({ pawl }: RouteServices) {
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { since, until, ...filter } = c.req.valid('query')
    const span = { ...(since && { since: new Date(since) }), ...(until && { until: new Date(until) }) }
    const views = reads(c, pawl)
    const { jobs, next } = await views.jobs.list({ ...filter, ...span })
    return c.json({ jobs: wire([...(await waitingForSources(jobs, views.sources))]), next }, 200)
  })
  routes.openapi(show, async (c) => {
    const { id } = c.req.valid('param')
    const history = await readJob(reads(c, pawl), id)
    if (history === undefined) throw new UnknownJobError(id as `job_${string}`)
    const { job, attempts } = history
    const traceId = parseTraceparent(job.trace)?.traceId ?? null
    return c.json(wire({ ...job, traceId, attempts: [...attempts], timeline: timeline(job, attempts) }), 200)
  })
  routes.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param')
    const answer = await operate(c, pawl, { what: 'job.cancel', on: id }, () => pawl.cancel(id))
    const { state } = answer
    if (state === 'unknown') throw new UnknownJobError(answer.id)
    return c.json({ ...answer, state }, 200)
  })
  routes.openapi(run, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await operate(c, pawl, { what: 'job.run-now', on: id }, () => pawl.runNow(id)), 202)
  })
  return routes
}
