import { beforeAll } from 'vitest'
import { effect } from '../crashes/fixtures/effect.ts'
import type { TestDatabase } from './database.ts'
import { testPawl } from './test-pawl.ts'
import { until } from './until.ts'

/** The table that the jobs of crashes/fixtures/effect.ts write into, and what a test asks of it. */
export function testEffects(database: Pick<TestDatabase, 'url' | 'sql'>) {
  beforeAll(() => database.sql('create table effect (job text not null, worker text not null)'))
  return {
    /** A Pawl that enqueues and asks, and does not work unless it is started. */
    client: () => testPawl({ url: database.url, jobs: [effect] }),
    /** The workers whose runs of this job took effect: one, if all is well. */
    of: async (id: string): Promise<string[]> =>
      (await database.sql('select worker from effect where job = $1', [id])).map(({ worker }) => worker),
    /** Waits until none of these jobs is left to do. */
    ended: (ids: readonly string[]) =>
      until(
        'all jobs have ended',
        async () => {
          const [row] = await database.sql(
            `select count(*)::int as ended from pawl.jobs where id = any ($1) and status in ('succeeded', 'failed')`,
            [ids],
          )
          return row.ended === ids.length
        },
        // a claim whose reply was lost with its connection is found after a minute
        { withinMs: 180_000 },
      ),
    /** How many jobs took effect so many times: `{ 1: 20 }` is twenty jobs, once each. */
    tally: async (ids: readonly string[]): Promise<Record<number, number>> => {
      const rows = await database.sql(
        `select times, count(*)::int as jobs
           from (select count(effect.job)::int as times from unnest($1::text[]) id left join effect on job = id group by id) each
          group by times`,
        [ids],
      )
      return Object.fromEntries(rows.map(({ times, jobs }) => [times, jobs]))
    },
  }
}
