import pg from 'pg'

/** What the ledger holds of the proof's keys. */
export type KeyCounts = {
  /** Keys that were enqueued at least once. */
  readonly keys: number
  readonly jobs: number
  /** Jobs beyond the first of a key. */
  readonly duplicates: number
  readonly unfinished: number
  /** Keys that are held, by mode. */
  readonly held: Readonly<Record<string, number>>
  /** Live keys whose job has ended, and keys of jobs that do not exist. */
  readonly strayKeys: number
}

export async function countKeys(url: string): Promise<KeyCounts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const ask = async (text: string) => (await client.query(text)).rows
    const [jobs] = await ask(`
      select count(*)::int as keys, coalesce(sum(jobs), 0)::int as jobs, coalesce(sum(jobs - 1), 0)::int as duplicates
        from (select l.type, a.key, count(distinct a.job_id) as jobs
                from pawl.attempt a join pawl.lane l on l.id = a.lane where a.key is not null group by 1, 2) k`)
    const [open] = await ask(`
      select count(*)::int as unfinished from pawl.attempt a
       where not exists (select from pawl.outcome o where o.pos = a.pos)`)
    const [stray] = await ask(`
      select count(*)::int as stray from pawl.key k
       where not exists (select from pawl.attempt a where a.job_id = k.job_id)
          or (k.mode = 'live' and exists (
                select from pawl.attempt a join pawl.outcome o on o.pos = a.pos
                 where a.job_id = k.job_id and o.kind in ('succeeded', 'cancelled')))`)
    const held = await ask('select mode, count(*)::int as n from pawl.key group by 1')
    return {
      ...jobs,
      ...open,
      held: Object.fromEntries(held.map(({ mode, n }) => [mode, n])),
      strayKeys: stray.stray,
    }
  } finally {
    await client.end()
  }
}
