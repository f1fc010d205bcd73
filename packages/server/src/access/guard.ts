import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { ProblemError } from '../problems/problem-error.ts'
import type { ServerEnv } from '../server-env.ts'
import { type Identity, identify, sessionCookie } from './identify.ts'
import { isSameOrigin } from './is-same-origin.ts'
import type { KnownToken } from './tokens.ts'

/** What needs no token: whether we live, and the way to show one. */
const open: ReadonlySet<string> = new Set(['/health', '/ready', '/', '/login'])
/** What somebody who may only look does to nobody but themselves. */
const ownAffairs: ReadonlySet<string> = new Set(['/logout'])
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Lets nobody pass without a token, nobody act who may only look, and no foreign page use a browser's cookie. What is under one of
 * `openFolders` can be looked at by everybody: it sees to its own access.
 */
export function guard(known: readonly KnownToken[], openFolders: readonly string[] = []) {
  return createMiddleware<ServerEnv>(async (c, next) => {
    const { path, method } = c.req
    if (open.has(path)) return next()
    if (safeMethods.has(method) && openFolders.some((folder) => path.startsWith(folder))) return next()
    const client = identify(known, {
      bearer: c.req.raw.headers.get('authorization'),
      cookie: getCookie(c, sessionCookie),
      nowMs: Date.now(),
    })
    if (client === undefined) {
      throw new ProblemError(401, 'no-access', 'this needs a token: send it as Authorization: Bearer …, or log in', {
        headers: { 'WWW-Authenticate': 'Bearer realm="pawl"' },
      })
    }
    if (!safeMethods.has(method)) refuseToAct(client, c.req.raw, path)
    c.set('client', client)
    await next()
  })
}

function refuseToAct(client: Identity, request: Request, path: string): void {
  if (client.by === 'cookie' && !isSameOrigin(request.headers, new URL(request.url).host)) {
    throw new ProblemError(
      403,
      'cross-origin',
      'a page of another origin cannot act here; programs send a bearer token',
    )
  }
  if (client.role !== 'operate' && !ownAffairs.has(path)) {
    throw new ProblemError(403, 'read-only', 'this token may look and not act; use one with the role operate')
  }
}
