import { createMiddleware } from 'hono/factory'
import { ProblemError } from '../problems/problem-error.ts'
import type { ServerContext, ServerEnv } from '../server-env.ts'
import type { ServerSettings } from '../server-options.ts'
import { RateLimit } from './rate-limit.ts'

/** Probes come from machines that are to learn the truth at any time. */
const unlimited: ReadonlySet<string> = new Set(['/health', '/ready'])

/** Answers 429 to an address that asks too often, before anything else is done for it. */
export function limitRate({ rateLimit, trustProxy }: Pick<ServerSettings, 'rateLimit' | 'trustProxy'>) {
  const limit = rateLimit === false ? undefined : new RateLimit(rateLimit)
  return createMiddleware<ServerEnv>(async (c, next) => {
    if (limit !== undefined && !unlimited.has(c.req.path)) {
      const waitMs = limit.take(clientAddress(c, trustProxy), performance.now())
      if (waitMs > 0) {
        throw new ProblemError(429, 'too-many-requests', 'too many requests from this address; slow down', {
          headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
        })
      }
    }
    await next()
  })
}

/** The last entry of the header is the one that our own proxy has added; those before it are what the client claims. */
function clientAddress(c: ServerContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env?.incoming?.socket.remoteAddress || 'unknown'
}
