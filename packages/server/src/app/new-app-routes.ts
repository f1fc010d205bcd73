import type { OpenAPIHono } from '@hono/zod-openapi'
import type { BlankEnv } from 'hono/types'
import { newRoutes } from '../routes/shared/new-routes.ts'

/** The same group of routes for an application: what the server knows of a request is the server's own. */
export function newAppRoutes(): OpenAPIHono<BlankEnv> {
  return newRoutes<BlankEnv>()
}
