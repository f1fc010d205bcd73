import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourceArgs } from '../../../../tools/source-options.mjs'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const file = fileURLToPath(new URL('./fixtures/pass-over-rows.ts', import.meta.url))
const rows = 80_000
/** All rows together are several times what the process may use. */
const [bytes, heapMb] = [3_500, 48]

/** Passes over the rows in a process with little memory. */
async function pass(batch: number): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, PAWL_TEST_PASS: JSON.stringify({ url: database.url, batch, bytes }) }
  const args = [`--max-old-space-size=${heapMb}`, ...sourceArgs, file]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

test('80,000 rows are passed over in a process that could not hold them all', async () => {
  await database.sql(
    'create table wide (id int primary key, done boolean not null default false, times int not null default 0)',
  )
  await database.sql('create index wide_undone on wide (id) where not done')
  await database.sql('insert into wide select n from generate_series(1, $1::int) n', [rows])
  // half of them at once do not fit, so what follows shows something
  const half = await pass(40_000)
  expect([half.code === 0, half.err]).toEqual([false, expect.stringContaining('heap out of memory')])
  // its run belongs to a worker that is dead, and would be waited for
  await database.sql('truncate pawl.key, pawl.pipeline_run cascade')
  await database.sql('update pawl.worker set stopped_at = now()')
  await database.sql(
    `insert into pawl.outcome (pos, kind) select position, 'cancelled' from pawl.jobs where status = 'running'`,
  )
  expect(await database.sql('select from wide where done limit 1')).toEqual([])

  const whole = await pass(1_000)
  expect(whole).toMatchObject({ code: 0, err: '' })
  const { done, peakMb } = JSON.parse(whole.out)
  expect(done).toBe(rows)
  expect(peakMb).toBeLessThan(heapMb)
  expect(await database.sql('select times, count(*)::int as n from wide group by 1')).toEqual([{ times: 1, n: rows }])
}, 600_000)
