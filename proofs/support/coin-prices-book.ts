import type { MarketCoin } from '@pawl/sandbox'
import pg from 'pg'

/** The jobs as scrape_jobs shows them. */
export type ScrapeCounts = {
  readonly all: number
  readonly succeeded: number
  readonly failed: number
  /** Pending jobs of a source whose quota is used up. */
  readonly overQuota: number
}

export type CoinValue = { readonly lowCents: number; readonly fairCents: number; readonly highCents: number }

const duplicates = `select intake_id, source_id, dedupe_key, count(*) from price_points group by 1, 2, 3 having count(*) > 1;`

/** The tables of the application, as an operator fills and reads them with SQL. */
export class CoinPricesBook {
  readonly #pool: pg.Pool

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=coin_prices,public' })
    this.#pool.on('error', () => {})
  }

  /** Logs each success of a job, without a unique constraint: a second success of one job stays and is counted. */
  async logSuccesses(): Promise<void> {
    await this.#pool.query(`create table success (scrape_job_id bigint not null);
      create function log_success() returns trigger language plpgsql as $$
      begin insert into coin_prices.success values (new.id); return null; end $$;
      create trigger log_success after update of status on scrape_job for each row
        when (new.status = 'succeeded') execute function log_success()`)
  }

  /** The title of each coin is unique in its market. */
  async addCoins(coins: readonly MarketCoin[]): Promise<void> {
    await this.#pool.query(
      `insert into coin_intakes (issuer, denomination, year, mint_mark, series, title, grade, certificate, pcgs_number, numista_number, km_number)
       select * from jsonb_to_recordset($1::jsonb) as c (issuer text, denomination text, year int, "mintMark" text, series text, title text,
         grade text, certificate text, "pcgsNumber" text, "numistaNumber" text, "kmNumber" text)`,
      [JSON.stringify(coins)],
    )
  }

  async declaredSources(): Promise<number> {
    return this.#count('select count(*)::int as n from sources where enabled')
  }

  async setRateLimits(perMinute: number): Promise<void> {
    await this.#pool.query('update sources set rate_limit_per_minute = $1 where enabled', [perMinute])
  }

  /** Pairs of coin and source that the schedule has yet to look at. */
  async pairsDue(): Promise<number> {
    return this.#count('select count(*)::int as n from collection where next_at <= now()')
  }

  /** Inserts one more job for each coin of this source. */
  async askAgain(source: string): Promise<void> {
    await this.#pool.query(
      `insert into scrape_jobs (intake_id, source_id, query_params, status)
       select j.intake_id, j.source_id, '{}', 'pending' from scrape_job j join source s on s.id = j.source_id
        where s.name = $1 and j.is_scheduled`,
      [source],
    )
  }

  async tokens(): Promise<number> {
    return this.#count('select count(*)::int as n from oauth_tokens where token is not null')
  }

  /** Jobs that have not succeeded, without those of one source. The base table answers this without the engine. */
  async openBeside(source: string): Promise<number> {
    return this.#count(
      `select count(*)::int as n from scrape_job where status is null and source_id <> (select id from source where name = $1)`,
      [source],
    )
  }

  async jobs(): Promise<ScrapeCounts> {
    const { rows } = await this.#pool.query(
      `select count(*)::int as all, count(*) filter (where j.status = 'succeeded')::int as succeeded,
              count(*) filter (where j.status = 'failed')::int as failed,
              count(*) filter (where j.status = 'pending' and h.quota_left = 0)::int as "overQuota"
         from scrape_jobs j join source s on s.id = j.source_id left join pawl.source_health h on h.name = s.name`,
    )
    return rows[0]
  }

  /** Why jobs have failed, with the number of jobs. */
  async failures(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query(
      `select error_message || ': ' || count(*) as failure from scrape_jobs where status = 'failed' group by error_message limit 5`,
    )
    return rows.map(({ failure }) => failure)
  }

  /** Valuations that are older than the points of their coin. */
  async staleValuations(): Promise<number> {
    return this.#count('select count(*)::int as n from valuations where stale_since is not null or valued_at is null')
  }

  /** Successes beyond the first of a job, and scheduled jobs beyond the first of a coin and a source. */
  async doubled(): Promise<number> {
    return this.#count(
      `select ((select count(*) - count(distinct scrape_job_id) from success) +
               (select count(*) - count(distinct (intake_id, source_id)) from scrape_job where is_scheduled))::int as n`,
    )
  }

  async duplicatePoints(): Promise<number> {
    return (await this.#pool.query(duplicates)).rows.length
  }

  /** The values by title of the coin. A coin that is valued by asking prices or has too few points is absent. */
  async values(): Promise<ReadonlyMap<string, CoinValue>> {
    const { rows } = await this.#pool.query(
      `select title, low_cents::float8 as "lowCents", fair_cents::float8 as "fairCents", high_cents::float8 as "highCents"
         from valuations v join coin_intakes i on i.id = v.intake_id where v.basis = 'sold'`,
    )
    return new Map(rows.map(({ title, ...value }) => [title, value]))
  }

  async #count(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#pool.query(text, [...values])).rows[0].n
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
