import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Job, PawlError, PermanentError } from 'pawl'
import type { SharedToken, TokenGrant } from '../sources/coin-source.ts'
import { type FetchEnd, findToken, leaseToken, storeToken, type TokenKey } from '../tables/oauth-tokens.ts'

/** Longer than one request to the service may take. A worker that died holds the token back for this long at most. */
const leaseMs = 45_000
const checkMs = 200
/** Credentials that were refused are not offered again for this time: each refusal counts against the limit of the day. */
const refusedForMs = 5 * 60_000

type TokenJob = Pick<Job, 'transaction' | 'fetch' | 'signal'>

/**
 * The access token of a source. One worker fetches it while it holds a lease, and the others wait for what it stores. No transaction
 * is open during the request.
 */
export function sharedToken(job: TokenJob, grant: TokenGrant | undefined): SharedToken {
  return {
    async get(refused) {
      if (grant === undefined) throw new PermanentError('this source has no access token to fetch')
      const { scope, credentials, definition } = grant
      const key: TokenKey = { source: definition.name, scope, credentials }
      for (let waitedMs = 0; waitedMs <= 2 * leaseMs; waitedMs += checkMs) {
        const found = await job.transaction((tx) => findToken(tx, key, refused))
        if (found?.refusal != null) throw new PermanentError(found.refusal)
        if (found?.token != null) return found.token
        const lease = randomUUID()
        const isMine = await job.transaction((tx) => leaseToken(tx, key, { lease, forMs: leaseMs, refused }))
        if (isMine) return fetchLeased(job, grant, key, lease)
        await wait(checkMs, undefined, { signal: job.signal })
      }
      throw new PawlError('no-token', `${definition.name}: another worker has not fetched the access token in time`)
    },
  }
}

async function fetchLeased(job: TokenJob, grant: TokenGrant, key: TokenKey, lease: string): Promise<string> {
  const store = (end: FetchEnd) => job.transaction((tx) => storeToken(tx, key, lease, end))
  try {
    const { token, expiresInMs } = await grant.fetch((url, options) =>
      job.fetch(url, { ...options, source: grant.definition.name, cache: false }),
    )
    await store({ kind: 'granted', token, expiresInMs })
    return token
  } catch (error) {
    const end: FetchEnd =
      error instanceof PermanentError
        ? { kind: 'refused', refusal: error.message, forMs: refusedForMs }
        : { kind: 'failed' }
    // what the service said matters more than a lease that ends by itself
    await store(end).catch(() => {})
    throw error
  }
}
