import pg from 'pg'

/** Ends what was prepared for a two-phase commit and left: a database that has any cannot be dropped. */
export async function rollBackPrepared(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select gid from pg_prepared_xacts where database = current_database()')
    for (const { gid } of rows) await client.query(`rollback prepared ${client.escapeLiteral(gid)}`)
  } finally {
    await client.end()
  }
}
