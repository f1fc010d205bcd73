import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KnownToken } from './tokens.ts'

/** What a pass is good for: a link that logs in once, or a browser that is logged in. */
export type PassKind = 'login' | 'session'

/** A pass that was read: whose it is, and by what it can be ended. */
export type Pass = { readonly token: KnownToken; readonly id: string; readonly expiresAtMs: number }

/**
 * A pass proves that its maker knew a token and does not contain it: what is in a cookie, a browser's history or a log of a
 * proxy opens nothing for longer than the pass lasts. Every process that has the token can read it; a changed token ends it.
 */
export function signPass(kind: PassKind, token: string, expiresAtMs: number): string {
  const about = `${expiresAtMs}.${randomBytes(16).toString('base64url')}`
  return `${about}.${mac(kind, token, about).toString('base64url')}`
}

/** Undefined when it is of no known token, or its time is over. */
export function readPass(kind: PassKind, known: readonly KnownToken[], pass: string, nowMs: number): Pass | undefined {
  const [, about, expires, id, given] = /^((\d{1,15})\.([\w-]{22}))\.([\w-]{43})$/.exec(pass) ?? []
  if (about === undefined || id === undefined || given === undefined) return undefined
  const signature = Buffer.from(given, 'base64url')
  let token: KnownToken | undefined
  for (const each of known) if (timingSafeEqual(mac(kind, each.token, about), signature)) token = each
  const expiresAtMs = Number(expires)
  return token === undefined || expiresAtMs <= nowMs ? undefined : { token, id, expiresAtMs }
}

function mac(kind: PassKind, token: string, about: string): Buffer {
  return createHmac('sha256', token).update(`pawl ${kind} ${about}`).digest()
}
