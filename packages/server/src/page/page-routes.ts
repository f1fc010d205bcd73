import { ProblemError } from '@pawl/app'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { identify, sessionCookie } from '../access/identify.ts'
import { isSameOrigin } from '../access/is-same-origin.ts'
import { readPass, signPass } from '../access/signed-pass.ts'
import { findToken, type KnownToken } from '../access/tokens.ts'
import type { EndedPasses } from '../requests/ended-passes.ts'
import type { ServerContext, ServerEnv } from '../server-env.ts'
import { favicon } from './favicon.ts'
import { type HomePage, homePage, homePagePolicy } from './home-page.ts'

const sessionMs = 7 * 24 * 60 * 60 * 1000

export type PageSettings = {
  readonly known: readonly KnownToken[]
  readonly basePath: string
  readonly trustProxy: boolean
  readonly publicUrl: string | undefined
  readonly ended: EndedPasses
}

/** The page that people see, and how a browser logs in and out. */
export function pageRoutes({ known, basePath, trustProxy, publicUrl, ended }: PageSettings): Hono<ServerEnv> {
  const cookieOptions = (c: ServerContext) =>
    ({
      path: basePath || '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: publicUrl?.startsWith('https:') ?? isSecure(c, trustProxy),
    }) as const
  const logIn = (c: ServerContext, token: KnownToken | undefined, refusal: string) => {
    if (token === undefined) return answer(c, { basePath, refusal }, 401)
    const expiresAtMs = Date.now() + sessionMs
    const cookie = signPass('session', token.token, expiresAtMs)
    setCookie(c, sessionCookie, cookie, { ...cookieOptions(c), maxAge: sessionMs / 1_000 })
    return c.redirect(`${basePath}/`, 303)
  }

  return new Hono<ServerEnv>()
    .get('/', async (c) => {
      const cookie = getCookie(c, sessionCookie)
      const found = identify(known, { bearer: c.req.raw.headers.get('authorization'), cookie, nowMs: Date.now() })
      const client = found?.pass !== undefined && (await ended.has(found.pass.id)) ? undefined : found
      return answer(c, { basePath, name: client?.name }, client === undefined ? 401 : 200)
    })
    .get('/favicon.svg', icon)
    .get('/favicon.ico', icon)
    .get('/login', async (c) => {
      const pass = readPass('login', known, c.req.query('pass') ?? '', Date.now())
      // what only looks ahead must not use the link up
      const looksAhead = c.req.method === 'HEAD' || /prefetch/.test(c.req.header('sec-purpose') ?? '')
      if (looksAhead) return c.body(null, 204)
      const isFirst = pass !== undefined && (await ended.end(pass))
      const refusal = 'This link was used before, is too old, or is not whole. Log in with the token.'
      return logIn(c, isFirst ? pass.token : undefined, refusal)
    })
    .post('/login', async (c) => {
      if (!isSameOrigin(c.req.raw.headers, new URL(c.req.url).host)) {
        throw new ProblemError(403, 'cross-origin', 'log in from the page of this server')
      }
      const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
      const given = typeof form.token === 'string' ? form.token.trim() : ''
      return logIn(c, findToken(known, given), 'This is not a token of this server.')
    })
    .post('/logout', async (c) => {
      const { pass } = c.get('client')
      if (pass !== undefined) await ended.end(pass)
      deleteCookie(c, sessionCookie, cookieOptions(c))
      return c.redirect(`${basePath}/`, 303)
    })
}

function icon(c: ServerContext): Response {
  return c.body(favicon, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
}

function answer(c: ServerContext, page: HomePage, status: 200 | 401): Response {
  return c.html(homePage(page), status, {
    'Content-Security-Policy': homePagePolicy,
    'Cache-Control': 'no-store',
  })
}

/** Of several proxies the first one has spoken with the browser. What a client claims here concerns its own cookie alone. */
function isSecure(c: ServerContext, trustProxy: boolean): boolean {
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase() : undefined
  return (forwarded ?? new URL(c.req.url).protocol.replace(':', '')) === 'https'
}
