import type { TestDatabase } from './database.ts'

/** Moves a pending job into its quarantine lane, as if it had been lost with two workers in a row. Before any worker runs. */
export async function intoQuarantine(database: Pick<TestDatabase, 'sql'>, id: string): Promise<void> {
  const position = Number(id.slice('job_'.length))
  await database.sql(
    `insert into pawl.lane (queue, type, version, priority, source, place)
     select queue, type, version, priority, source, 'alone'
       from pawl.lane where id = (select lane from pawl.attempt where pos = $1)
     on conflict do nothing`,
    [position],
  )
  await database.sql(
    `update pawl.attempt a set lane = quarantine.id
       from pawl.lane here
       join pawl.lane quarantine using (queue, type, version, priority, source)
      where a.pos = $1 and here.id = a.lane and quarantine.place = 'alone'`,
    [position],
  )
}
