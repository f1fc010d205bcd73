import { createHash, randomBytes } from 'node:crypto'

/** Without i, l, o and u: some reading apps make people type it. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 26

export const readerTokenPattern = /^[0-9a-hjkmnp-tv-z]{26}$/

/** A token for a reader's apps, 130 bits: shown once, and kept as its hash alone. */
export function newReaderToken(): { readonly token: string; readonly hash: Buffer } {
  const token = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
  return { token, hash: hashOfToken(token) }
}

/** It is random and long, so a plain hash is as good as a slow one; and what is looked up by its hash tells nothing by its time. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token.toLowerCase()).digest()
}
