import { ProblemError } from '@pawl/app'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { EndedPasses } from '../requests/ended-passes.ts'
import type { ServerEnv } from '../server-env.ts'
import { type Identity, identify, sessionCookie } from './identify.ts'
import { isSameOrigin } from './is-same-origin.ts'
import type { KnownToken } from './tokens.ts'

/** What needs no token: whether we live, and the way to show one. */
const open: ReadonlySet<string> = new Set(['/health', '/ready', '/', '/login', '/favicon.svg', '/favicon.ico'])
/** What somebody who may only look does to nobody but themselves. */
const ownAffairs: ReadonlySet<string> = new Set(['/logout'])
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export type GuardSettings = {
  readonly known: readonly KnownToken[]
  readonly ended: EndedPasses
  readonly openFolders?: readonly string[]
}

/**
 * Lets nobody pass without a token, nobody act who may only look, and no foreign page use a browser's cookie. What is under one of
 * `openFolders` can be looked at by everybody: it sees to its own access.
 */
export function guard({ known, ended, openFolders = [] }: GuardSettings) {
  return createMiddleware<ServerEnv>(async (c, next) => {
    const { path, method } = c.req
    if (open.has(path)) return next()
    if (safeMethods.has(method) && openFolders.some((folder) => path.startsWith(folder))) return next()
    const bearer = c.req.raw.headers.get('authorization')
    const cookie = getCookie(c, sessionCookie)
    const client = identify(known, { bearer, cookie, nowMs: Date.now() })
    if (client === undefined) throw noAccess(bearer, cookie)
    if (client.pass !== undefined && (await ended.has(client.pass.id))) throw noAccess(null, cookie)
    if (!safeMethods.has(method)) refuseToAct(client, c.req.raw, path)
    c.set('client', client)
    await next()
  })
}

function noAccess(bearer: string | null, cookie: string | undefined): ProblemError {
  const [code, detail] = reason(bearer, cookie)
  return new ProblemError(401, code, detail, { headers: { 'WWW-Authenticate': 'Bearer realm="pawl"' } })
}

function reason(bearer: string | null, cookie: string | undefined): readonly [code: string, detail: string] {
  if (bearer !== null && /^bearer +\S+$/i.test(bearer)) {
    return ['wrong-token', 'this is not a token of this server: it is mistyped, or was replaced by another']
  }
  if (bearer === null && cookie !== undefined) return ['session-ended', 'this session has ended; log in again']
  return ['no-access', 'this needs a token: send it as Authorization: Bearer …, or log in']
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
