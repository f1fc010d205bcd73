import { createPrivateKey, sign } from 'node:crypto'

/** Who sends push messages: a key pair as base64url, and where to reach a person (mailto: or https:). */
export type Vapid = { readonly publicKey: string; readonly privateKey: string; readonly subject: string }

/** A service refuses what holds for more than a day. */
const validMs = 12 * 60 * 60 * 1000

/** The header Authorization that says who sends a message to this address (RFC 8292). */
export function vapidHeader({ publicKey, privateKey, subject }: Vapid, endpoint: string, nowMs: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((nowMs + validMs) / 1000), sub: subject }
  return `vapid t=${signedToken(claims, { publicKey, privateKey })}, k=${publicKey}`
}

export function signedToken(claims: object, keys: Pick<Vapid, 'publicKey' | 'privateKey'>): string {
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => encode(JSON.stringify(part))).join('.')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: keys.privateKey },
    format: 'jwk',
  })
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}
