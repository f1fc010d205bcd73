import { readFileSync } from 'node:fs'
import type pg from 'pg'

const sql = (name: string) => readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8')

const chunk = 500_000

/**
 * Makes so many jobs that were enqueued, leased and settled, by sets and not one by one, into a lane that a worker has run
 * jobs of before: the ledger reads as if that worker had run these too.
 */
export async function makeHistory(pool: pg.Pool, jobs: number): Promise<void> {
  const [client, settler] = [await pool.connect(), await pool.connect()]
  try {
    // history has long been written; its making need not wait for the disk
    for (const each of [client, settler]) await each.query('set synchronous_commit = off')
    await append(client, settler, jobs)
  } finally {
    // not to be used again, with these settings
    client.release(true)
    settler.release(true)
  }
}

/** While one set is being settled the next is enqueued: that takes two connections. */
async function append(client: pg.PoolClient, settler: pg.PoolClient, jobs: number): Promise<void> {
  const { rows } = await client.query(
    'select l.lane, l.pos, w.number from pawl.lease l join pawl.worker w on w.id = l.worker order by l.turn desc limit 1',
  )
  let { lane, pos, number } = rows[0] as { lane: number; pos: string; number: number }
  let settled: Promise<unknown> = Promise.resolve()
  for (let left = jobs; left > 0; left -= chunk) {
    // as whoever enqueues does: partitions are made before they are needed
    await client.query('select from pawl.tend_partitions(3, 0, 1000000)')
    await client.query(sql('append_attempts'), [lane, Math.min(chunk, left)])
    await client.query(sql('append_leases'), [lane])
    const last = (await client.query('select max(pos) as pos from pawl.attempt')).rows[0].pos
    await settled
    settled = settler.query(sql('append_outcomes'), [lane, pos, last, number])
    pos = last
  }
  await settled
}
