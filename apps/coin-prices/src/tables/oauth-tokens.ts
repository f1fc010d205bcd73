import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** Which token: what grants it, what it is for, and a hash of the credentials it is granted for. */
export type TokenKey = { readonly source: string; readonly scope: string; readonly credentials: string }

export type FoundToken = { readonly token: string | null; readonly refusal: string | null }

/** What a fetch has ended with: a token, a refusal, or neither. */
export type FetchEnd =
  | { readonly kind: 'granted'; readonly token: string; readonly expiresInMs: number }
  | { readonly kind: 'refused'; readonly refusal: string; readonly forMs: number }
  | { readonly kind: 'failed' }

/** The token that workers share, or why none is granted. Undefined: it has to be fetched. */
export async function findToken(
  tx: Tx,
  { source, scope, credentials }: TokenKey,
  refused: string | undefined,
): Promise<FoundToken | undefined> {
  return (await tx.query(sql('oauth_token_find'), [source, scope, credentials, refused ?? null])).rows[0]
}

export type LeaseToTake = { readonly lease: string; readonly forMs: number; readonly refused: string | undefined }

/** Takes the right to fetch the token. False: another worker fetches it, or has fetched it. */
export async function leaseToken(tx: Tx, key: TokenKey, { lease, forMs, refused }: LeaseToTake): Promise<boolean> {
  const values = [key.source, key.scope, key.credentials, refused ?? null, lease, forMs]
  return (await tx.query(sql('oauth_token_lease'), values)).rows.length > 0
}

/** Keeps what a fetch has ended with, and ends the lease. */
export async function storeToken(tx: Tx, { source, scope }: TokenKey, lease: string, end: FetchEnd): Promise<void> {
  const granted = end.kind === 'granted' ? [end.token, end.expiresInMs] : [null, null]
  const refused = end.kind === 'refused' ? [end.refusal, end.forMs] : [null, null]
  await tx.query(sql('oauth_token_store'), [source, scope, lease, ...granted, ...refused])
}
