import type pg from 'pg'

/** SQLSTATEs of a deadlock and of a serialization failure: the same transaction may succeed the next time. */
const again = new Set(['40P01', '40001'])
const maxTries = 3

/**
 * Runs `work` in a transaction on a connection of the pool and commits it. After a deadlock or a serialization failure it runs again,
 * at most three times in all.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const { rows } = await inTransaction(db, (tx) => tx.query('select 1 as one'))
 * console.log(rows)
 * await db.end()
 * ```
 */
export async function inTransaction<T>(db: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(db, work)
    } catch (error) {
      if (!again.has(String((error as { code?: unknown }).code)) || tries === maxTries) throw error
    }
  }
}

async function tryOnce<T>(db: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin isolation level read committed')
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
