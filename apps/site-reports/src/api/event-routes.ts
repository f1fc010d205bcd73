import type { AppRouteServices } from '@pawl/app'
import { createRoute, id, newRoutes, problems, z } from '@pawl/app/api'
import type { Context } from 'hono'
import type { ApiContext } from './api-options.ts'
import { followState } from './follow-state.ts'
import { reportState } from './report-state.ts'
import { events, lastEventId } from './schemas.ts'
import { foundBulk } from './submit-bulk.ts'

const tags = ['site-reports: events']
const request = { params: z.strictObject({ id }), headers: lastEventId }
const responses = (description: string) => ({
  200: events(description),
  204: { description: 'All of it was told: there is nothing to come back for' },
  ...problems(404),
})
const told = 'state: how it is, at first and whenever that changes. ended: the same, for the last time'

const ofReport = createRoute({
  ...{ method: 'get', path: '/{id}/events', tags, summary: 'How a report gets on, live' },
  request,
  responses: responses(told),
})
const ofBulk = createRoute({
  ...{ method: 'get', path: '/bulk/{id}/events', tags, summary: 'How far a list is, live' },
  request,
  responses: responses(told),
})

type Looking<State> = { readonly look: () => Promise<State>; readonly hasEnded: (state: State) => boolean }

const running = ['not-started', 'in-progress']

/** Each event is whole, so whoever comes back needs none of those that were missed. */
export function eventRoutes(api: ApiContext, { stream, pollMs }: AppRouteServices) {
  const routes = newRoutes()
  const follow = async <State>(c: Context, last: string | undefined, { look, hasEnded }: Looking<State>) => {
    // asked for first: what is not there is no stream
    const first = await look()
    if (last === 'ended' && hasEnded(first)) return c.body(null, 204)
    return stream(c, async (out, gone) => {
      for await (const state of followState({ look, hasEnded, everyMs: pollMs, gone })) {
        const event = hasEnded(state) ? 'ended' : 'state'
        await out.writeSSE({ event, id: event, data: JSON.stringify(state) })
      }
    })
  }
  routes.openapi(ofReport, (c) => {
    const { id: of } = c.req.valid('param')
    const look = () => reportState(api, of)
    const hasEnded = ({ status }: { readonly status: string }) => !running.includes(status)
    return follow(c, c.req.valid('header')['Last-Event-ID'], { look, hasEnded })
  })
  routes.openapi(ofBulk, (c) => {
    const { id: of } = c.req.valid('param')
    const look = () => foundBulk(api, of)
    const hasEnded = ({ unfinished }: { readonly unfinished: number }) => unfinished === 0
    return follow(c, c.req.valid('header')['Last-Event-ID'], { look, hasEnded })
  })
  return routes
}
