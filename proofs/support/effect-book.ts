import pg from 'pg'

export type EffectRow = { readonly type: string; readonly n: number; readonly effects: number }
export type SucceededRow = { readonly type: string; readonly n: number }

/** The table that the jobs write to, and questions to it. It has no unique constraint: a doubled effect must show. */
export class EffectBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2 })
    // the server is killed under its connections; the next question makes a new one
    this.#pool.on('error', () => {})
  }

  async open(): Promise<void> {
    await this.#pool.query(
      `create table effect (type text not null, n int not null, job text not null, attempt int not null,
                            at timestamptz not null default clock_timestamp())`,
    )
  }

  /** How many rows there are, or undefined while PostgreSQL is away. */
  async count(): Promise<number | undefined> {
    const rows = await this.#pool.query('select count(*)::int as effects from effect').then(
      (result) => result.rows,
      () => undefined,
    )
    return rows?.[0].effects
  }

  /** When the first effect was written by a server that started after this time; undefined until there is one. */
  async firstByServerAfter(time: Date): Promise<Date | undefined> {
    const rows = await this.#pool
      .query(
        `select min(at) as at from effect
          where pg_postmaster_start_time() > $1 and at >= pg_postmaster_start_time()`,
        [time],
      )
      .then(
        (result) => result.rows,
        () => undefined,
      )
    return rows?.[0].at ?? undefined
  }

  /** Jobs that have not ended. */
  async unfinished(): Promise<number> {
    const { rows } = await this.#pool.query(
      `select count(*)::int as jobs from pawl.jobs where status not in ('succeeded', 'failed', 'cancelled')`,
    )
    return rows[0].jobs
  }

  /** Deferrals of jobs that Pawl had no connection for. */
  async deferred(): Promise<number> {
    const { rows } = await this.#pool.query(
      `select count(*)::int as deferred from pawl.outcome where kind = 'deferred' and detail->>'code' = 'no-connection'`,
    )
    return rows[0].deferred
  }

  /** Dead letters, and failures and crashes of all jobs. */
  async failures(): Promise<{ deadLetters: number; attemptsUsed: number }> {
    const { rows } = await this.#pool.query(
      `select (select count(*)::int from pawl.dead) as "deadLetters",
              (select coalesce(sum(failures + crashes), 0)::int from pawl.jobs) as "attemptsUsed"`,
    )
    return rows[0]
  }

  async effects(): Promise<EffectRow[]> {
    const { rows } = await this.#pool.query('select type, n, count(*)::int as effects from effect group by type, n')
    return rows
  }

  /** What the engine itself says has succeeded. */
  async succeeded(): Promise<SucceededRow[]> {
    const { rows } = await this.#pool.query(
      `select distinct type, (body->>'n')::int as n from pawl.jobs where status = 'succeeded'`,
    )
    return rows
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
