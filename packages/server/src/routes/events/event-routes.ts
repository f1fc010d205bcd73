import { createRoute, z } from '@hono/zod-openapi'
import { name, problems } from '@pawl/app/api'
import type { SSEStreamingApi } from 'hono/streaming'
import { type Outcomes, UnknownJobError } from 'pawl'
import { ClientPlace } from '../../events/client-place.ts'
import { followJob } from '../../events/follow-job.ts'
import type { FeedMessage } from '../../events/live-feed.ts'
import { readJob } from '../jobs/read-job.ts'
import { isAfter, timeline } from '../jobs/timeline.ts'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { reads } from '../shared/reads.ts'
import { jobId } from '../shared/schemas.ts'

const tags = ['events']
const stream = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string().openapi({ description: 'server-sent events' }) } },
})
const headers = z.object({
  'Last-Event-ID': z.string().max(16_000).optional().openapi({ description: 'the id of the last event that was seen' }),
})

const ofJob = createRoute({
  ...{ method: 'get', path: '/jobs/{id}/events', tags, summary: 'What happens to a job, until it has ended' },
  request: { params: z.strictObject({ id: jobId }), headers },
  responses: {
    200: stream('Each event is a JobEvent, named by its kind'),
    204: { description: 'It has ended, and its end was seen' },
    ...problems(404),
  },
})
const ofAll = createRoute({
  ...{ method: 'get', path: '/events', tags, summary: 'What happens in all processes' },
  request: { headers, query: z.strictObject({ queue: name.optional(), type: name.optional() }) },
  responses: {
    200: stream(
      'outcomes: what attempts came to. queues, workers, sources: each whole, when changed. reset: look at everything anew',
    ),
    ...problemsOfStream(),
  },
})

/** A stream waits for the database, and does not say so with a status. */
function problemsOfStream() {
  const { 503: _, ...rest } = problems(400) as Record<number, object>
  return rest as Record<never, never>
}

type Filter = { readonly queue?: string | undefined; readonly type?: string | undefined }

export function eventRoutes({ pawl, feed, streams }: RouteServices) {
  const routes = newRoutes()
  routes.openapi(ofJob, async (c) => {
    const { id } = c.req.valid('param')
    const seen = /^\d{1,16}\.\d$/.exec(c.req.valid('header')['Last-Event-ID'] ?? '')?.[0]
    const history = await readJob(reads(c, pawl), id)
    if (history === undefined) throw new UnknownJobError(id as `job_${string}`)
    const last = timeline(history.job, history.attempts).at(-1)
    // an empty answer tells a browser not to come back
    if (last?.kind === 'ended' && seen !== undefined && !isAfter(last.id, seen)) return c.body(null, 204)
    return streams.open(c, (out, gone) => followJob(pawl, id, { seen, gone, out }))
  })
  routes.openapi(ofAll, async (c) => {
    const after = c.req.valid('header')['Last-Event-ID']
    const filter = c.req.valid('query')
    const place = new ClientPlace(feed)
    const follow = async (out: SSEStreamingApi, gone: AbortSignal) => {
      await place.follow(after, gone, async (message) => {
        const { event, text, id } = only(message, filter)
        await out.writeSSE({ event, data: text, ...(id === undefined ? {} : { id }) })
      })
      // it is gone or too slow: what waits to be written would keep the stream open
      out.abort()
    }
    return streams.open(c, follow, { keepAlive: () => place.keepAlive() })
  })
  return routes
}

/** What a client wants to hear of; the place where it goes on moves all the same. */
function only(message: FeedMessage, { queue, type }: Filter): FeedMessage {
  if (message.event !== 'outcomes' || (queue === undefined && type === undefined)) return message
  const wants = (each: { readonly queue: string; readonly type: string }) =>
    (queue === undefined || each.queue === queue) && (type === undefined || each.type === type)
  const { counts, outcomes } = message.data as Pick<Outcomes, 'counts' | 'outcomes'>
  const some = { counts: counts.filter(wants), outcomes: outcomes.filter(wants) }
  const left = some.counts.reduce((sum, { count }) => sum + count, 0) - some.outcomes.length
  const data = { ...some, left }
  return { ...message, data, text: JSON.stringify(data) }
}
