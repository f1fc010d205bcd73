import { createECDH } from 'node:crypto'
import type { Vapid } from './vapid.ts'

/** A new key pair to send push messages with. Browsers are bound to it when they subscribe: keep it. */
export function vapidKeys(): Pick<Vapid, 'publicKey' | 'privateKey'> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  // Node leaves out zeros at the front, and a key has 32 bytes
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
