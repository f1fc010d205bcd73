import pg from 'pg'

export type EffectTally = { readonly processed: number; readonly doubled: number; readonly missing: number }

/** The tables that the pipelines of proofs work on, and what stands in them. */
export class PipelineBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 1 })
  }

  async open(): Promise<void> {
    await this.#pool.query('create table row (subject text not null, id int not null, primary key (subject, id))')
    // no key: what is written twice stands there twice
    await this.#pool.query(
      'create table effect (subject text not null, id int not null, part text not null, run int not null)',
    )
    await this.#pool.query('create index on effect (subject, part, id)')
  }

  async fill(subject: string, from: number, to: number): Promise<void> {
    await this.#pool.query('insert into row select $1, n from generate_series($2::int, $3::int) n', [subject, from, to])
  }

  /** Each row must have had one effect of each part. */
  async tally(subject: string, parts: readonly string[]): Promise<EffectTally> {
    const { rows } = await this.#pool.query(
      `select count(*) filter (where e.times > 0)::int as processed, coalesce(sum(greatest(e.times - 1, 0)), 0)::int as doubled,
              count(*) filter (where e.times = 0)::int as missing
         from row r cross join unnest($2::text[]) p (part)
        cross join lateral (select count(*) as times from effect e where e.subject = r.subject and e.part = p.part and e.id = r.id) e
        where r.subject = $1`,
      [subject, parts],
    )
    return rows[0]
  }

  /** How many effects this run has had. */
  async effectsOf(run: number): Promise<number> {
    const { rows } = await this.#pool.query('select count(*)::int as n from effect where run = $1', [run])
    return rows[0].n
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
