import { createCipheriv, hkdfSync } from 'node:crypto'

/** A record holds all of it: there is one. */
const recordSize = 4_096
const tagBytes = 16

/** What a message of one record may be, before it is encrypted: the record less its tag and the mark of its end. */
export const mostPlainBytes = recordSize - tagBytes - 1

/** One record of the content coding aes128gcm (RFC 8188), with its header. Salt: 16 bytes, never the same for the same key. */
export function aes128gcm(
  plain: Uint8Array,
  { key, keyId, salt }: { readonly key: Uint8Array; readonly keyId: Uint8Array; readonly salt: Uint8Array },
): Buffer {
  if (plain.length > mostPlainBytes) throw new RangeError(`a record takes ${mostPlainBytes} bytes; got ${plain.length}`)
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${what}\0`, bytes))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const header = Buffer.alloc(21)
  header.set(salt)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(keyId.length, 20)
  // 2 says that this record is the last one
  return Buffer.concat([
    header,
    keyId,
    cipher.update(plain),
    cipher.update(Uint8Array.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}
