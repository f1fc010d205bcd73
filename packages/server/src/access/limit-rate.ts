import { ProblemError } from '@pawl/app'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { ServerContext, ServerEnv } from '../server-env.ts'
import type { ServerSettings } from '../server-options.ts'
import { identify, sessionCookie } from './identify.ts'
import { RateLimit } from './rate-limit.ts'
import type { KnownToken } from './tokens.ts'

/** Probes come from machines that are to learn the truth at any time. */
const unlimited: ReadonlySet<string> = new Set(['/health', '/ready'])

export type RateLimitSettings = Pick<ServerSettings, 'rateLimit' | 'trustProxy'> & {
  readonly known: readonly KnownToken[]
}

/** Answers 429 to a client that asks too often, before anything else is done for it. */
export function limitRate({ rateLimit, trustProxy, known }: RateLimitSettings) {
  const limit = rateLimit === false ? undefined : new RateLimit(rateLimit)
  return createMiddleware<ServerEnv>(async (c, next) => {
    if (limit !== undefined && !unlimited.has(c.req.path)) {
      const waitMs = limit.take(clientAddress(c, trustProxy) ?? tokenName(c, known), performance.now())
      if (waitMs > 0) {
        throw new ProblemError(429, 'too-many-requests', 'too many requests from this client; slow down', {
          headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
        })
      }
    }
    await next()
  })
}

/** The last entry of the header is the one that our own proxy has added; those before it are what the client claims. */
function clientAddress(c: ServerContext, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env?.address || c.env?.incoming?.socket.remoteAddress
}

/**
 * Mounted as a bare fetch handler nobody tells us the address. Then each token has a line of its own, so that one client does not
 * shut out all others; those without a token share one, or a guesser would get a new line with each guess.
 */
function tokenName(c: ServerContext, known: readonly KnownToken[]): string {
  const bearer = c.req.raw.headers.get('authorization')
  const client = identify(known, { bearer, cookie: getCookie(c, sessionCookie), nowMs: Date.now() })
  return client === undefined ? 'no token' : `token ${client.name}`
}
