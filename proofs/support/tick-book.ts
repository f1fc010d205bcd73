import pg from 'pg'

/** Jobs of one tick of a schedule, and the workers that enqueued them. */
export type FiredTick = {
  readonly schedule: string
  readonly at: string
  readonly jobs: number
  readonly by: readonly string[]
}
export type DueRow = {
  readonly id: number
  readonly advances: number
  readonly jobs: number
  readonly distinct: number
}

/** The table in which rows fall due, and what the ledger says was enqueued. */
export class TickBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 1 })
  }

  async open(rows: number): Promise<void> {
    await this.#pool.query(
      'create table due_row (id int primary key, next_at timestamptz not null, advances int not null default 0)',
    )
    await this.#pool.query('insert into due_row (id, next_at) select n, now() from generate_series(1, $1::int) n', [
      rows,
    ])
  }

  /** No schedule is behind by more than it takes to fire a tick. */
  async isInTime(): Promise<boolean> {
    const { rows } = await this.#pool.query(
      `select bool_and(next_at > clock_timestamp() - interval '500 ms') as yes from pawl.schedule`,
    )
    return rows[0].yes
  }

  async fired(): Promise<FiredTick[]> {
    const { rows } = await this.#pool.query(
      `select body->>'schedule' as schedule, body->>'at' as at, count(distinct id)::int as jobs,
              array_agg(body->>'by') as by
         from pawl.jobs where type = 'ticked' group by 1, 2`,
    )
    return rows
  }

  async due(): Promise<DueRow[]> {
    const { rows } = await this.#pool.query(
      `select r.id, r.advances, count(j.id)::int as jobs, count(distinct j.body->>'advance')::int as distinct
         from due_row r left join pawl.jobs j on j.type = 'checked' and (j.body->>'id')::int = r.id
        group by r.id`,
    )
    return rows
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
