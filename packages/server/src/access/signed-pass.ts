import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KnownToken } from './tokens.ts'

/** What a pass is good for: a link that logs in once clicked, or a browser that is logged in. */
export type PassKind = 'login' | 'session'

/**
 * A pass proves that its maker knew a token and does not contain it: what is in a cookie, a browser's history or a log of a
 * proxy opens nothing for longer than the pass lasts. Every process that has the token can read it, and nobody when it is changed.
 */
export function signPass(kind: PassKind, token: string, expiresAtMs: number): string {
  return `${expiresAtMs}.${mac(kind, token, String(expiresAtMs)).toString('base64url')}`
}

/** Whose pass it is; undefined when it is nobody's or its time is over. */
export function readPass(
  kind: PassKind,
  known: readonly KnownToken[],
  pass: string,
  nowMs: number,
): KnownToken | undefined {
  const [, expires, given] = /^(\d{1,15})\.([\w-]{43})$/.exec(pass) ?? []
  if (expires === undefined || given === undefined) return undefined
  const signature = Buffer.from(given, 'base64url')
  let found: KnownToken | undefined
  for (const each of known) if (timingSafeEqual(mac(kind, each.token, expires), signature)) found = each
  return Number(expires) > nowMs ? found : undefined
}

function mac(kind: PassKind, token: string, expires: string): Buffer {
  return createHmac('sha256', token).update(`pawl ${kind} ${expires}`).digest()
}
