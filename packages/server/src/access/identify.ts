import { readPass } from './signed-pass.ts'
import { type Client, findToken, type KnownToken } from './tokens.ts'

export const sessionCookie = 'pawl_session'

/** Who sends a request, and how it was shown: a browser sends its cookie whether its page is ours or not. */
export type Identity = Client & { readonly by: 'bearer' | 'cookie' }

/** A bearer token goes before the cookie: whoever sends one means it. */
export function identify(
  known: readonly KnownToken[],
  { bearer, cookie, nowMs }: { bearer: string | null; cookie: string | undefined; nowMs: number },
): Identity | undefined {
  if (bearer !== null) {
    const token = /^bearer +(\S+)$/i.exec(bearer)?.[1]
    return identity(token === undefined ? undefined : findToken(known, token), 'bearer')
  }
  return identity(cookie === undefined ? undefined : readPass('session', known, cookie, nowMs), 'cookie')
}

function identity(token: KnownToken | undefined, by: Identity['by']): Identity | undefined {
  return token && { name: token.name, role: token.role, by }
}
