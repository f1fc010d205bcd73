import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { OpenAPIHono } from '@hono/zod-openapi'
import { ProblemError } from '@pawl/app'
import { getPath } from 'hono/utils/url'
import type { Pawl } from 'pawl'
import { checkEncoding } from './access/check-encoding.ts'
import { guard } from './access/guard.ts'
import { checkHost, KnownHosts } from './access/known-hosts.ts'
import { limitRate } from './access/limit-rate.ts'
import { Links } from './access/links.ts'
import { loginLink } from './access/login-link.ts'
import { readBody } from './access/read-body.ts'
import { resolveTokens } from './access/resolve-tokens.ts'
import { securityHeaders } from './access/security-headers.ts'
import { EventStreams } from './events/event-streams.ts'
import { LiveFeed } from './events/live-feed.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { metricRoutes } from './metrics/metric-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { badJson } from './problems/bad-json.ts'
import { problemOf } from './problems/problem-of.ts'
import { problemResponse } from './problems/problem-response.ts'
import { EndedPasses } from './requests/ended-passes.ts'
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
  /** Resolves when the routes of the applications are mounted. Requests wait for it. Rejects when they cannot be loaded. */
  ready(): Promise<void>
  /**
   * A link that logs a browser in with the first token that may operate: once, within an hour. It begins with `publicUrl`, else with
   * `url`.
   */
  loginLink(url: string): string
  /** Called by `serve`: this address is the server's own, for links and for the hosts by which it may be asked. */
  listensAt(url: string): void
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
  const { known } = tokens
  const { publicUrl, onError } = settings
  const hosts = new KnownHosts([...settings.hosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])])
  const links = new Links(settings)
  const ended = new EndedPasses(options.db)
  const app = makeApp(settings)
  app.use(checkHost(hosts))
  app.use(limitRate({ ...settings, known }))
  app.use(checkEncoding)
  app.use(guard({ known, ended, openFolders: settings.apps.filter(hasOpenRoutes).map(openFolder) }))
  app.use(readBody(settings))
  app.route('/', pageRoutes({ known, ended, ...settings }))
  app.route('/', healthRoutes(options))
  app.route('/', metricRoutes(createMetrics(options.pawl)))
  const feed = makeFeed(options.pawl, settings)
  const told = (error: unknown) => onError(error, 'event stream')
  const streams = new EventStreams({ signal: closing.signal, onError: told, maxPerClient: settings.maxStreams })
  const mounted = apiRoutes({ ...options, ...settings, feed, streams, links }).then(
    (api) => void app.route('/api', api),
  )
  // `ready` and requests get the reason
  mounted.catch(() => {})
  const operator = tokens.known.find(({ role }) => role === 'operate') ?? tokens.known[0]!
  return {
    async fetch(request, env) {
      try {
        await mounted
      } catch (error) {
        return internalError(error, onError)
      }
      return app.fetch(request, env)
    },
    ready: () => mounted,
    loginLink: (url) => loginLink(`${publicUrl ?? url}${settings.basePath}`, operator.token),
    listensAt(url) {
      hosts.add(new URL(url).hostname)
      links.listensAt(url)
    },
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
      sources: () => shownSources(pawl),
    },
    pollMs,
    onError: (error) => onError(error, 'live feed'),
  })
}

/** A server with thousands of sources must not send them all whenever one has changed. */
const mostSources = 200

async function shownSources(pawl: Pawl): Promise<object> {
  const found = await pawl.sources.list({ limit: mostSources + 1 })
  return { sources: found.slice(0, mostSources), more: found.length > mostSources }
}

/** The empty server: where it is mounted, what every answer carries, and how errors are told. */
function makeApp({ basePath, onError }: ServerSettings): OpenAPIHono<ServerEnv> {
  const isBelow = (path: string) => path === basePath || path.startsWith(`${basePath}/`)
  // no route is there
  const strip = (path: string) => (isBelow(path) ? path.slice(basePath.length) || '/' : `/outside${path}`)
  const app = new OpenAPIHono<ServerEnv>({ getPath: (request) => strip(getPath(request)) })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    // what a token has shown must not be kept by a proxy or a browser; what may be kept says so itself
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  app.notFound((c) =>
    problemResponse(new ProblemError(404, 'unknown-route', `there is no ${c.req.method} ${getPath(c.req.raw)}`)),
  )
  app.onError(async (error, c) => {
    const problem = problemOf(error) ?? (await badJson(error, c))
    return problem === undefined ? internalError(error, onError) : problemResponse(problem)
  })
  return app
}

function internalError(error: unknown, onError: ServerSettings['onError']): Response {
  const id = randomUUID()
  onError(error, id)
  return problemResponse(new ProblemError(500, 'internal', `something went wrong; it is in the log as ${id}`))
}
