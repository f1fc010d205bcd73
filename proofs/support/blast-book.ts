import pg from 'pg'

/** What became of some jobs. */
export type Fates = {
  readonly lost: number
  readonly doubled: number
  readonly poisoned: number
}

/** The table that the jobs write to, and questions to it and to the ledger. All times are PostgreSQL's. */
export class BlastBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2 })
    this.#pool.on('error', () => {})
  }

  async open(): Promise<void> {
    await this.#pool.query(
      'create table blast_effect (job text not null, at timestamptz not null default clock_timestamp())',
    )
    await this.#pool.query('create index on blast_effect (job)')
  }

  /** How many of these jobs each worker runs now, the most first. */
  async runningBy(ids: readonly string[]): Promise<{ readonly worker: string; readonly jobs: number }[]> {
    const { rows } = await this.#pool.query(
      `select job.locked_by as worker, count(*)::int as jobs
         from unnest($1::text[]) wanted cross join lateral pawl.job(wanted) job
        where job.status = 'running' group by 1 order by 2 desc`,
      [ids],
    )
    return rows
  }

  /** How many of these jobs have neither had their effect nor become dead letters. */
  unfinished(ids: readonly string[]): Promise<number> {
    return this.#count(
      `select count(*)::int as n from unnest($1::text[]) wanted
        where not exists (select from blast_effect e where e.job = wanted)
          and not exists (select from pawl.dead d where 'job_' || d.job_id = wanted)`,
      [ids],
    )
  }

  /** From enqueue to effect, in ms, of the jobs that no killed worker had. */
  async latencies(ids: readonly string[]): Promise<number[]> {
    const { rows } = await this.#pool.query(
      `select extract(epoch from min(e.at) - first.created_at)::float8 * 1000 as ms
         from unnest($1::text[]) wanted
         join blast_effect e on e.job = wanted
         join pawl.attempt first on first.pos = substr(wanted, 5)::bigint
         join pawl.outcome o on o.pos = first.pos and o.kind <> 'crashed'
        group by wanted, first.created_at`,
      [ids],
    )
    return rows.map(({ ms }) => ms)
  }

  /** The longest time without an effect of these jobs, in ms. */
  longestGapMs(ids: readonly string[]): Promise<number> {
    return this.#count(
      `select coalesce(max(gap), 0)::int as n from (
         select extract(epoch from at - lag(at) over (order by at)) * 1000 as gap
           from blast_effect where job = any ($1)) gaps`,
      [ids],
    )
  }

  async fates(ids: readonly string[]): Promise<Fates> {
    const { rows } = await this.#pool.query(
      `select count(*) filter (where effects = 0)::int as lost,
              coalesce(sum(effects - 1) filter (where effects > 1), 0)::int as doubled,
              (select count(*)::int from pawl.dead where 'job_' || job_id = any ($1)) as poisoned
         from (select count(e.job) as effects from unnest($1::text[]) wanted left join blast_effect e on e.job = wanted group by wanted) each`,
      [ids],
    )
    return rows[0]
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #count(text: string, values: unknown[]): Promise<number> {
    return (await this.#pool.query(text, values)).rows[0].n
  }
}
