import { type Pass, readPass } from './signed-pass.ts'
import { type Client, findToken, type KnownToken } from './tokens.ts'

export const sessionCookie = 'pawl_session'

/** Who sends a request, and how it was shown: a browser sends its cookie whether its page is ours or not. */
export type Identity = Client & {
  readonly by: 'bearer' | 'cookie'
  /** The session, where a cookie has shown it. */
  readonly pass?: Pick<Pass, 'id' | 'expiresAtMs'>
}

/** A bearer token goes before the cookie: whoever sends one means it. */
export function identify(
  known: readonly KnownToken[],
  { bearer, cookie, nowMs }: { bearer: string | null; cookie: string | undefined; nowMs: number },
): Identity | undefined {
  if (bearer !== null) {
    const token = /^bearer +(\S+)$/i.exec(bearer)?.[1]
    const found = token === undefined ? undefined : findToken(known, token)
    return found && { name: found.name, role: found.role, by: 'bearer' }
  }
  const pass = cookie === undefined ? undefined : readPass('session', known, cookie, nowMs)
  return pass && { name: pass.token.name, role: pass.token.role, by: 'cookie', pass }
}
