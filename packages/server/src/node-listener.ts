import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Server } from './create-server.ts'

/**
 * The server as a listener of Node's HTTP server, which is what Express and Fastify take: see docs/server.md.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL! })
 * const server = createServer({ pawl, db, token: 'a-secret-of-your-own-making', basePath: '/pawl' })
 * const listener = nodeListener(server) // express().use('/pawl', listener)
 * await server.close()
 * await db.end()
 * ```
 */
export function nodeListener(server: Server): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  // the global Request and Response are the program's own, and not ours to replace
  const listener = getRequestListener((request, env) => server.fetch(request, env), {
    overrideGlobalObjects: false,
    // a target or a Host header that no URL can be made of
    errorHandler: () => new Response('{"title":"Bad Request","status":400}', badRequest),
  })
  return (request: Mounted, response) => {
    // Express takes the path away that it is mounted at
    if (request.originalUrl !== undefined) request.url = request.originalUrl
    return listener(request, response)
  }
}

type Mounted = IncomingMessage & { readonly originalUrl?: string }

const badRequest = { status: 400, headers: { 'Content-Type': 'application/problem+json' } }
