import { createHash, randomBytes } from 'node:crypto'

/** A token for the address of a feed: shown once, and kept as its hash alone. */
export function newFeedToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

/** It is random and long, so a plain hash is as good as a slow one; and what is looked up by its hash tells nothing by its time. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
