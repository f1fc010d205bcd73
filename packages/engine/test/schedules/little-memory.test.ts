import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const file = fileURLToPath(new URL('./fixtures/look-for-due.ts', import.meta.url))
const rows = 40_000
/** All rows together are several times what the process may use. */
const [bytes, heapMb] = [3_500, 48]

/** Looks for what is due in a process with little memory. Returns how it ended. */
async function look(whole: boolean): Promise<{ ended: 'well' | 'out of memory'; said: string }> {
  const env = { ...process.env, PAWL_TEST_DUE: JSON.stringify({ url: database.url, rows, bytes, whole }) }
  const args = [`--max-old-space-size=${heapMb}`, ...sourceArgs, file]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const [code] = await once(child, 'close')
  return { ended: code === 0 ? 'well' : 'out of memory', said }
}

test('40,000 due rows are found and enqueued in a process that could not hold them all', async () => {
  await database.sql('create table series (id int primary key, next_check_at timestamptz not null)')
  await database.sql('create index series_due on series (next_check_at)')
  await database.sql(`insert into series select n, now() from generate_series(1, $1::int) n`, [rows])
  // all at once they do not fit, so what follows shows something
  const all = await look(true)
  expect([all.ended, all.said]).toEqual(['out of memory', expect.stringContaining('heap out of memory')])
  expect(await database.sql('select from pawl.attempt limit 1')).toEqual([])

  expect(await look(false)).toEqual({ ended: 'well', said: '' })
  const [counts] = await database.sql(
    `select count(*)::int as jobs, count(distinct body->>'id')::int as series from pawl.attempt`,
  )
  expect(counts).toEqual({ jobs: rows, series: rows })
}, 600_000)
