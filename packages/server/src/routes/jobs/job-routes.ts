import { createRoute, z } from '@hono/zod-openapi'
import { UnknownJobError } from 'pawl'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { json, problems } from '../shared/responses.ts'
import { jobId } from '../shared/schemas.ts'
import { wire } from '../shared/wire.ts'
import { jobDetail } from './job-schemas.ts'
import { timeline } from './timeline.ts'

const tags = ['jobs']
const params = z.strictObject({ id: jobId })

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

export function jobRoutes({ pawl }: RouteServices) {
  const routes = newRoutes()
  routes.openapi(show, async (c) => {
    const { id } = c.req.valid('param')
    const [view, attempts] = await Promise.all([pawl.job(id), pawl.attempts(id)])
    if (view === undefined) throw new UnknownJobError(id as `job_${string}`)
    return c.json(wire({ ...view, attempts, timeline: timeline(view, attempts) }), 200)
  })
  routes.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param')
    const answer = await operate(c, pawl, { what: 'job.cancel', on: id }, () => pawl.cancel(id))
    const { state } = answer
    if (state === 'unknown') throw new UnknownJobError(answer.id)
    return c.json({ ...answer, state }, 200)
  })
  return routes
}
