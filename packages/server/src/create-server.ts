import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { OpenAPIHono } from '@hono/zod-openapi'
import { getPath } from 'hono/utils/url'
import type { Pawl } from 'pawl'
import { guard } from './access/guard.ts'
import { limitBody } from './access/limit-body.ts'
import { limitRate } from './access/limit-rate.ts'
import { loginLink } from './access/login-link.ts'
import { resolveTokens } from './access/resolve-tokens.ts'
import { securityHeaders } from './access/security-headers.ts'
import { LiveFeed } from './events/live-feed.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { metricRoutes } from './metrics/metric-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { badJson } from './problems/bad-json.ts'
import { ProblemError } from './problems/problem-error.ts'
import { problemOf } from './problems/problem-of.ts'
import { problemResponse } from './problems/problem-response.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { hasOpenRoutes, openFolder } from './routes/apps/open-folder.ts'
import { healthRoutes } from './routes/health/health-routes.ts'
import type { ServerEnv } from './server-env.ts'
import { type ServerOptions, type ServerSettings, serverSettings } from './server-options.ts'

/** What comes with a request, beside all else that a framework hands over. */
export type FetchEnv = { readonly address?: string; readonly [name: string]: unknown }

/** The HTTP side of one Pawl. Made by `createServer`. */
export type Server = {
  /** Answers one request: the whole server is this function. `env.address`: the client's, where whoever calls it knows. */
  fetch(request: Request, env?: FetchEnv): Promise<Response>
  /** A link that logs a browser in with the first token that may operate. */
  loginLink(url: string): string
  /** False: the token was made at the first start, so the server is for this machine alone. */
  readonly hasExplicitToken: boolean
  /** The token was made just now, and nobody has seen it yet. */
  readonly hasNewToken: boolean
  /** Ends live streams. The Pawl and the pool stay open. */
  close(): Promise<void>
}

/**
 * Makes the HTTP API of a Pawl: one fetch handler, with access control.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL! })
 * const server = createServer({ pawl, db, token: 'a-secret-of-your-own-making' })
 * const answer = await server.fetch(new Request('http://localhost/health'))
 * console.log(answer.status) // 200
 * await server.close()
 * await db.end()
 * ```
 */
export function createServer(options: ServerOptions): Server {
  const settings = serverSettings(options)
  const tokens = resolveTokens(options)
  const closing = new AbortController()
  // each live stream listens to it
  setMaxListeners(0, closing.signal)
  const app = makeApp(settings)
  app.use(limitRate({ ...settings, known: tokens.known }))
  app.use(guard(tokens.known, settings.apps.filter(hasOpenRoutes).map(openFolder)))
  app.use(limitBody(settings.maxBodyBytes))
  app.route('/', pageRoutes({ known: tokens.known, ...settings }))
  app.route('/', healthRoutes(options))
  app.route('/', metricRoutes(createMetrics(options.pawl)))
  const feed = makeFeed(options.pawl, settings)
  app.route('/api', apiRoutes({ ...options, ...settings, feed, signal: closing.signal }))
  const operator = tokens.known.find(({ role }) => role === 'operate') ?? tokens.known[0]!
  return {
    fetch: async (request, env) => app.fetch(request, env),
    loginLink: (url) => loginLink(`${url}${settings.basePath}`, operator.token),
    hasExplicitToken: tokens.isExplicit,
    hasNewToken: tokens.isNew,
    async close() {
      closing.abort()
      feed.close()
    },
  }
}

function makeFeed(pawl: Pawl, { pollMs, onError }: ServerSettings): LiveFeed {
  return new LiveFeed({
    outcomes: (options) => pawl.ledger.outcomes(options),
    states: {
      queues: async () => ({ queues: await pawl.queues.list() }),
      workers: async () => ({ workers: await pawl.workers.list() }),
      sources: async () => ({ sources: await pawl.sources.list() }),
    },
    pollMs,
    onError: (error) => onError(error, 'live feed'),
  })
}

/** The empty server: where it is mounted, what every answer carries, and how errors are told. */
function makeApp({ basePath, onError }: ServerSettings): OpenAPIHono<ServerEnv> {
  const strip = (path: string) =>
    path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
  const app = new OpenAPIHono<ServerEnv>({ getPath: (request) => strip(getPath(request)) })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  })
  app.notFound((c) =>
    problemResponse(new ProblemError(404, 'unknown-route', `there is no ${c.req.method} ${c.req.path}`)),
  )
  app.onError(async (error, c) => {
    const problem = problemOf(error) ?? (await badJson(error, c))
    if (problem !== undefined) return problemResponse(problem)
    const id = randomUUID()
    onError(error, id)
    return problemResponse(new ProblemError(500, 'internal', `something went wrong; it is in the log as ${id}`))
  })
  return app
}
