import { createHash, randomBytes } from 'node:crypto'

/** Without i, l, o and u: some reading apps make a person type it. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 26

/** A token as an address or a password has it. */
export const readerTokenPattern = /^[0-9a-hjkmnp-tv-z]{26}$/

export type ReaderToken = { readonly token: string; readonly hash: Buffer }

/** A new token of 130 random bits. The database keeps its hash alone. */
export function newReaderToken(): ReaderToken {
  const token = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
  return { token, hash: hashOfToken(token) }
}

/** A token is random and long, so a plain hash suffices. A look-up by hash reveals nothing about the token by its time. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token.toLowerCase()).digest()
}
