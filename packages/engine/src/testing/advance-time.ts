import pg from 'pg'

/**
 * Lets time pass for everything that waits: PostgreSQL's clock is the only one, so what waits is moved towards it. A job due
 * in an hour is due after `advanceTime(url, 3_600_000)`.
 */
export async function advanceTime(url: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const by = `$1::float8 * interval '1 ms'`
    await client.query(`update pawl.later set run_at = run_at - ${by}, start_before = start_before - ${by}`, [ms])
    await client.query(`update pawl.attempt set start_before = start_before - ${by} where start_before is not null`, [
      ms,
    ])
    await client.query(`update pawl.key set until = until - ${by} where mode = 'window'`, [ms])
    await client.query(`update pawl.start set at = at - ${by}`, [ms])
    await client.query(`update pawl.step set until = until - ${by} where until is not null`, [ms])
    await client.query(`update pawl.signal set until = until - ${by}`, [ms])
    await client.query(`update pawl.schedule set next_at = next_at - ${by}, retry_at = retry_at - ${by}`, [ms])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
