import type { Context } from 'hono'
import type { ServerEnv } from '../../server-env.ts'
import type { RoutePool } from './route-pool.ts'

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Handles a request that only reads: what it asks of the database ends when its client leaves. */
export function untilGone(
  c: Context<ServerEnv>,
  pool: RoutePool | undefined,
  next: () => Promise<void>,
): Promise<void> {
  return pool === undefined ? next() : pool.until(c.req.raw.signal, next)
}
