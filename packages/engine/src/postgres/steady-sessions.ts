import type pg from 'pg'
import { statement } from './statement.ts'

/** Where a claim comes from: of which server it was asked, and when, on the process's own clock. */
export type ClaimOrigin = { readonly server: string | undefined; readonly askedAt: number }

const sessionServer = statement('session_server')

/** Which server a session is on that is its own and may write. Undefined: a pooler is in between, or it only reads. */
export async function serverOf(client: pg.Client | pg.PoolClient): Promise<string | undefined> {
  // undeclared
  const { processID } = client as unknown as { readonly processID: number }
  const { rows } = await client.query(sessionServer.text, [processID])
  return rows[0]?.server
}

/**
 * Since when sessions have been there without a break. Where PostgreSQL crashes, or another server takes its place, claims that
 * were not on the disk are gone and what they had taken is given out again; but all sessions are gone as well. So the leases of a claim
 * that is younger than a session of the same server stand for as long as that session does, and need not be looked up.
 *
 * A pooler may keep a connection and change the server behind it. PgBouncer tells of a process that is not the server's, and what goes
 * through it has seen nothing.
 */
export class SteadySessions {
  readonly #since = new WeakMap<pg.PoolClient, ClaimOrigin>()

  /** From its first moment on. What has not been answered yet is not known. */
  watch(client: pg.PoolClient): void {
    serverOf(client).then(
      (server) => this.#since.set(client, { server, askedAt: performance.now() }),
      // one that broke is found out by whoever uses it
      () => {},
    )
  }

  hasSeen(client: pg.PoolClient, claim: ClaimOrigin | undefined): boolean {
    const session = this.#since.get(client)
    if (session?.server === undefined || claim === undefined) return false
    return session.server === claim.server && session.askedAt < claim.askedAt
  }
}
