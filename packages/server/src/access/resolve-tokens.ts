import { PawlError } from 'pawl'
import type { ServerOptions } from '../server-options.ts'
import { storedToken } from './token-file.ts'
import { type KnownToken, knownTokens } from './tokens.ts'

/** The tokens in force, and whether somebody chose them: one that was made at the first start is for this machine alone. */
export type ResolvedTokens = {
  readonly known: readonly KnownToken[]
  readonly isExplicit: boolean
  /** Made by this call. */
  readonly isNew: boolean
}

export function resolveTokens({ token, tokens = [], dataDir }: ServerOptions): ResolvedTokens {
  const given = [...(token === undefined ? [] : [{ token, role: 'operate' as const }]), ...tokens]
  if (given.length > 0) return { known: knownTokens(given), isExplicit: true, isNew: false }
  if (dataDir === undefined) {
    throw new PawlError(
      'invalid-option',
      'createServer needs a token: pass token or tokens, or a dataDir where one is made and kept',
    )
  }
  const stored = storedToken(dataDir)
  return { known: knownTokens([{ token: stored.token, role: 'operate' }]), isExplicit: false, isNew: stored.isNew }
}
