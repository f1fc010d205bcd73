import { createHash, timingSafeEqual } from 'node:crypto'
import { PawlError } from 'pawl'

/** `read` looks, `operate` looks and acts. */
export type Role = 'read' | 'operate'

/** A secret that opens the server, and what for. */
export type Token = {
  readonly token: string
  readonly role: Role
  /** Who it is, in the record of what operators did. Unless said otherwise its role and a part of its hash. */
  readonly name?: string
}

/** Somebody who has shown a token. */
export type Client = { readonly name: string; readonly role: Role }
export type KnownToken = Client & { readonly token: string; readonly hash: Buffer }

/** A shorter one could be guessed. */
const shortest = 16
/** What fits into a header and a URL as it is. */
const wellFormed = /^[\x21-\x7e]+$/

/** Checks tokens once, when the server is made. */
export function knownTokens(tokens: readonly Token[]): readonly KnownToken[] {
  const known = tokens.map(({ token, role, name }) => {
    if (typeof token !== 'string' || token.length < shortest || !wellFormed.test(token)) {
      throw new PawlError(
        'invalid-option',
        `a token has at least ${shortest} visible ASCII characters and no blanks; make one with: openssl rand -hex 32`,
      )
    }
    if (role !== 'read' && role !== 'operate') {
      throw new PawlError('invalid-option', `the role of a token is read or operate; got '${String(role)}'`)
    }
    const hash = sha256(token)
    return { token, role, hash, name: name ?? `${role}-${hash.toString('hex').slice(0, 6)}` }
  })
  if (new Set(known.map(({ token }) => token)).size < known.length) {
    throw new PawlError('invalid-option', 'two tokens are the same; give each client its own')
  }
  return known
}

/** Whose token this is. Hashes are compared, all of them and in constant time, so that the time taken tells nothing. */
export function findToken(known: readonly KnownToken[], given: string): KnownToken | undefined {
  const hash = sha256(given)
  let found: KnownToken | undefined
  for (const each of known) if (timingSafeEqual(each.hash, hash)) found = each
  return found
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
