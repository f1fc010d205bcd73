import { createECDH, hkdfSync } from 'node:crypto'
import { aes128gcm, mostPlainBytes } from './aes128gcm.ts'

const curve = 'prime256v1'
/** Before the text of a message: salt, size, length and key of the sender. */
const headerBytes = 16 + 4 + 1 + 65

/** A push service need not take more than 4096 bytes in all (RFC 8030). */
export const mostPushBytes = mostPlainBytes - headerBytes

/** What a browser has told of itself: its public key and the secret that only it and we know. */
export type Receiver = { readonly p256dh: Uint8Array; readonly auth: Uint8Array }

/** New for each message. */
export type PushRandom = { readonly salt: Uint8Array; readonly privateKey: Uint8Array }

/** The body of a push message that only the browser can read (RFC 8291). */
export function encryptPush(plain: Uint8Array, { p256dh, auth }: Receiver, { salt, privateKey }: PushRandom): Buffer {
  if (plain.length > mostPushBytes)
    throw new RangeError(`a push message takes ${mostPushBytes} bytes; got ${plain.length}`)
  const sender = createECDH(curve)
  sender.setPrivateKey(privateKey)
  const keyId = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, keyId])
  const key = Buffer.from(hkdfSync('sha256', sender.computeSecret(p256dh), auth, info, 32))
  return aes128gcm(plain, { key, keyId, salt })
}
