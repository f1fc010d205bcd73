import type { TestDatabase } from '../../support/database.ts'

/** What tests look at, and how they let time pass: PostgreSQL's clock is the only one, so ticks are moved towards it. */
export function scheduleRows(database: TestDatabase) {
  return {
    /** The next tick was due so long ago. */
    due: (name: string, agoMs = 0) =>
      database.sql(
        `update pawl.schedule set next_at = date_trunc('milliseconds', clock_timestamp()) - $2::float8 * interval '1 ms'
          where name = $1`,
        [name, agoMs],
      ),
    row: async (name: string) => (await database.sql('select * from pawl.schedule where name = $1', [name]))[0],
    /** The bodies of all jobs of a type, in the order in which they were enqueued. */
    bodies: async (type: string) =>
      (await database.sql(`select body from pawl.jobs where type = $1 order by substr(id, 5)::bigint`, [type])).map(
        ({ body }) => body,
      ),
    /** Whoever has attended to it, or declared it, has been away for so long. */
    away: (name: string, ms: number) =>
      database.sql(
        `update pawl.schedule set attended_at = attended_at - $2::float8 * interval '1 ms',
                                  declared_at = declared_at - $2::float8 * interval '1 ms' where name = $1`,
        [name, ms],
      ),
  }
}
