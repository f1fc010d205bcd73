import { Hono } from 'hono'
import type { ServerEnv } from '../server-env.ts'
import type { Metrics } from './create-metrics.ts'

/** Where Prometheus scrapes, with a token of the role read. */
export function metricRoutes(metrics: Metrics): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/metrics', async (c) =>
    c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }),
  )
}
