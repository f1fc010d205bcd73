import pg from 'pg'
import { checkDuration } from '../check-time.ts'
import { statement } from '../postgres/statement.ts'

/**
 * Lets time pass for everything that waits: PostgreSQL's clock is the only one, so what waits is moved towards it. A job due
 * in an hour is due after `advanceTime(url, 3_600_000)`.
 *
 * @example
 * ```ts
 * await advanceTime(url, 3_600_000)
 * await pawl.drain({ keepOpen: true })
 * ```
 */
export async function advanceTime(url: string, ms: number): Promise<void> {
  checkDuration('advanceTime', ms)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement('time_advance').text, [ms])
  } finally {
    await client.end()
  }
}
