import { readFileSync } from 'node:fs'
import { statementFaults, unindexedReferences } from '@pawl/app/testing'
import { beforeAll, expect, test } from 'vitest'
import { coinDatabase } from './support/app-database.ts'

const database = coinDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('PostgreSQL prepares all statements, and their headers name locks and indexes', async () => {
  expect(await statementFaults(database.pool, folder)).toEqual([])
})

beforeAll(async () => {
  await database.sql(`insert into coin_intakes (title) select 'coin ' || n from generate_series(1, 500) n`)
  await database.sql(`insert into scrape_job (intake_id, source_id, status, completed_at)
    select n % 500 + 1, n % 4 + 1, 'succeeded', now() from generate_series(1, 5000) n`)
  await database.sql(`insert into scrape_job (intake_id, source_id, job)
    select n % 500 + 1, n % 4 + 1, 'job_' || n from generate_series(1, 5000) n`)
  await database.sql('analyze')
})

async function planOf(text: string, values: string): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare it as ${text}`)
    const { rows } = await client.query(`explain execute it(${values})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release(true)
  }
}

test.each([
  ['scrape_jobs_to_take_up.sql', '10', 'scrape_job_to_take_up'],
  ['scrape_jobs_settle.sql', '0, 10', 'scrape_job_open'],
  ['scrape_jobs_prune.sql', '1000, 10', 'scrape_job_completed'],
  ['collections_due.sql', `'{pcgs}', 1000, 10`, 'collection_due'],
  ['collections_due.sql', `'{pcgs}', 1000, 10`, 'scrape_job_open_of_coin'],
  ['valuations_due.sql', '1000, 10', 'valuations_due'],
  ['valuations_due.sql', '1000, 10', 'valuations_stale'],
  ['points_to_value.sql', '1, 10', 'price_points_intake_id_source_id_dedupe_key_key'],
])('%s (%s) is served by the index %s', async (file, values, index) => {
  expect(await planOf(textOf(file), values)).toContain(index)
})

test('the newest rows of scrape_jobs are read by their index', async () => {
  const plan = await planOf('select id, status from coin_prices.scrape_jobs order by created_at desc limit $1', '20')
  expect(plan).toContain('scrape_job_newest')
})

test('every foreign key begins an index', async () => {
  expect(await unindexedReferences(database.pool, 'coin_prices')).toEqual([])
})
