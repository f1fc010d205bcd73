import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser does with a push message: RFC 8291, from the other side. */
export function decryptPush(message: Uint8Array, privateKey: Uint8Array, auth: Uint8Array): Buffer {
  const bytes = Buffer.from(message)
  const [salt, keyLength] = [bytes.subarray(0, 16), bytes[20]!]
  const sender = bytes.subarray(21, 21 + keyLength)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${what}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const record = bytes.subarray(21 + keyLength)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
