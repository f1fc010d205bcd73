import { OpenAPIHono } from '@hono/zod-openapi'
import type { Pawl } from 'pawl'
import type { ServerEnv } from '../../server-env.ts'
import { Readiness } from './readiness.ts'

/** Whether the process lives, and whether it is of use. Open to everybody: they tell nothing but that. */
export function healthRoutes({ pawl }: { readonly pawl: Pawl }): OpenAPIHono<ServerEnv> {
  const readiness = new Readiness(pawl)
  const routes = new OpenAPIHono<ServerEnv>()
  routes.get('/health', (c) => c.json({ status: 'alive' }))
  routes.get('/ready', async (c) => {
    const answer = await readiness.ask()
    return c.json(answer, answer.status === 'ready' ? 200 : 503)
  })
  return routes
}
