import { createECDH, randomBytes } from 'node:crypto'

/** What a browser makes when somebody subscribes: a key pair, of which it tells the half, and a secret. */
export function browser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    privateKey: ecdh.getPrivateKey(),
    auth,
  }
}
