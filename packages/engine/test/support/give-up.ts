import type { TestDatabase } from './database.ts'

/** Gives a worker up as others do that have not heard of it: with this they may be patient, and are not given up themselves. */
export function giveUp(database: Pick<TestDatabase, 'sql'>, name: string): Promise<unknown> {
  return database.sql(
    'update pawl.worker set lost_at = clock_timestamp() where name = $1 and lost_at is null and stopped_at is null',
    [name],
  )
}
