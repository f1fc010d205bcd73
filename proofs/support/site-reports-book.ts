import pg from 'pg'

/** What stands in the tables of the application and of the engine, as the proof counts it. */
export class SiteReportsBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=site_reports,public' })
    this.#pool.on('error', () => {})
  }

  /** Reports that are not in a stage yet. */
  async toSubmit(): Promise<number> {
    return this.#count(
      `select count(*)::int as n from pawl.jobs where type = 'site-report.submit' and status <> 'succeeded'`,
    )
  }

  /** Reports that two jobs of stages are under way for. */
  async inTwoStages(): Promise<number> {
    return this.#count(
      `select count(*)::int as n from (
         select from pawl.jobs where type like 'site-report.%' and type <> 'site-report.submit'
            and status not in ('succeeded', 'failed', 'cancelled')
          group by body->>'item' having count(*) > 1) twice`,
    )
  }

  /** Stages that more than one job has brought to an end for one report. */
  async stagesDoneTwice(): Promise<number> {
    return this.#count(
      `select count(*)::int as n from (
         select from pawl.jobs where type like 'site-report.%' and status = 'succeeded'
          group by type, body->>'item' having count(*) > 1) twice`,
    )
  }

  async ended(): Promise<{ readonly completed: number; readonly failed: number; readonly unfinished: number }> {
    const { rows } = await this.#pool.query(
      `select count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
              count(*) filter (where status not in ('completed', 'failed'))::int as unfinished from report`,
    )
    return rows[0]
  }

  /** Retries of all reports, and of the one that has most. */
  async retries(): Promise<{ readonly retries: number; readonly mostRetries: number }> {
    const { rows } = await this.#pool.query(
      `select sum(retry_count)::int as retries, max(retry_count) as "mostRetries" from report`,
    )
    return rows[0]
  }

  /** Reports that failed because their workers died too often. */
  async pastRetries(): Promise<readonly number[]> {
    const { rows } = await this.#pool.query(
      `select id::float8 as id from report where status = 'failed' and failure_code = 'worker-lost'`,
    )
    return rows.map(({ id }) => id)
  }

  /** Reports that are done and have no content, and those that led inside and are not refused for it. */
  async wrong(): Promise<number> {
    return this.#count(
      `select count(*)::int as n from report r left join report_content c on c.report_id = r.id
        where (status = 'completed' and (c.content is null or c.prompt is null or address like '%lure-%'))
           or (status = 'failed' and failure_code is distinct from 'private-address')`,
    )
  }

  /** The jobs that ask the model about these sites, by site. */
  async modelJobs(sites: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await this.#pool.query(
      `select r.address, array_agg(j.id::text) as jobs from report r
         join pawl.jobs j on j.type = 'site-report.model-analysis' and j.body->>'item' like r.id || '@%'
        where r.address = any ($1) group by 1`,
      [sites],
    )
    return new Map(rows.map(({ address, jobs }) => [address, jobs]))
  }

  async #count(text: string): Promise<number> {
    return (await this.#pool.query(text)).rows[0].n
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
