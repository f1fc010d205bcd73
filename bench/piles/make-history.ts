import { readFileSync } from 'node:fs'
import type pg from 'pg'

const sql = (name: string) => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8')

const chunk = 500_000

/** Positions from the first to the last. */
type Range = { readonly first: number; readonly last: number }

/**
 * Makes so many jobs that were enqueued, leased and settled, by sets and not one by one, into the one lane of which a worker has
 * run all there was: the ledger reads as if that worker had run these too.
 */
export async function makeHistory(pool: pg.Pool, jobs: number): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()]
  try {
    // history has long been written; its making need not wait for the disk
    for (const client of clients) await client.query('set synchronous_commit = off')
    await make(clients, jobs)
  } finally {
    // not to be used again, with these settings
    for (const client of clients) client.release(true)
  }
}

async function make(clients: readonly pg.PoolClient[], jobs: number): Promise<void> {
  const [client] = clients as [pg.PoolClient]
  const { rows } = await client.query(`
    select l.lane, w.number, pawl.next_position()::float8 as first
      from pawl.lease l join pawl.worker w on w.id = l.worker order by l.turn desc limit 1`)
  const { lane, number, first } = rows[0] as Record<'lane' | 'number' | 'first', number>
  const last = first + jobs - 1
  const ranges = await reserve(client, { first, last })
  await Promise.all(
    clients.map(async (each) => {
      for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
        await each.query(sql('append_attempts'), [lane, range.first, range.last])
        await each.query(sql('append_outcomes'), [range.first, range.last, number])
      }
    }),
  )
  await client.query(sql('append_leases'), [lane, first, last])
}

/** Positions, chunk by chunk, and as whoever enqueues does the partitions before they are needed. */
async function reserve(client: pg.PoolClient, { first, last }: Range): Promise<Range[]> {
  const ranges: Range[] = []
  for (let from = first; from <= last; from += chunk) {
    const range = { first: from, last: Math.min(from + chunk - 1, last) }
    await client.query(`select setval('pawl.position', $1)`, [range.last])
    await client.query('select from pawl.tend_partitions(3, 0, 1000000)')
    ranges.push(range)
  }
  return ranges
}
