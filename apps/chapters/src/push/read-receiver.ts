import { createECDH } from 'node:crypto'
import type { Receiver } from './encrypt-push.ts'

/** The keys of a subscription, or what is wrong with them. They come from a browser, or from whoever says to be one. */
export function readReceiver(keys: { readonly p256dh: string; readonly auth: string }): Receiver | string {
  const [p256dh, auth] = [decode(keys.p256dh), decode(keys.auth)]
  if (auth?.length !== 16) return 'auth must be 16 bytes as base64url'
  if (p256dh?.length !== 65 || p256dh[0] !== 4) return 'p256dh must be an uncompressed point of P-256 as base64url'
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(p256dh)
  } catch {
    return 'p256dh must be a point on the curve P-256'
  }
  return { p256dh, auth }
}

/** Some browsers' libraries pad, and some use the other alphabet. */
function decode(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}
