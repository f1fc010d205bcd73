import { createECDH, randomBytes } from 'node:crypto'
import type { PushRandom } from './encrypt-push.ts'

/** A salt and a key pair for one message. */
export function pushRandom(): PushRandom {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { salt: randomBytes(16), privateKey: ecdh.getPrivateKey() }
}
