import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { block } from './fixtures/block.ts'

const database = testDatabase()
const effects = testEffects(database)
const folder = mkdtempSync(join(tmpdir(), 'pawl-blocked-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a worker whose event loop is blocked for longer than the silence limit is told of, and not taken for dead', async () => {
  const { url } = database
  const pawl = testPawl({ url, jobs: [block] })
  // thirty heartbeats in a silence limit: not even a crowded machine misses all of them
  const worker = { heartbeatMs: 150, silenceMs: 5_000 }
  const blocked = await startWorker({ url, name: 'blocked', jobs: 'block', worker })
  const untilFile = join(folder, 'go-on')
  const { id } = await pawl.enqueue(block, { blockIn: 'blocked', untilFile })
  await blocked.said('started', { id })

  const other = await startWorker({ url, name: 'other', jobs: 'block', worker })
  const event = await other.said('worker.blocked', { worker: 'blocked' })
  expect(event.blockedMs).toBeGreaterThan(0)
  await until('it has been blocked for longer than the limit', async () => {
    const [row] = await database.sql(`select blocked_ms from pawl.worker where name = 'blocked'`)
    return row.blocked_ms > 1.5 * worker.silenceMs
  })
  writeFileSync(untilFile, '')
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['blocked'])
  expect(other.count('worker.lost', { worker: 'blocked' })).toBe(0)
  expect(await pawl.attempts(id)).toHaveLength(1)
})

test('a worker blocked beyond the limit for that is given up, and writes nothing when it comes back', async () => {
  const { url } = database
  const pawl = testPawl({ url, jobs: [block] })
  const stuck = await startWorker({ url, name: 'stuck', jobs: 'block', worker: { blockedLimitMs: 1_000 } })
  const untilFile = join(folder, 'come-back')
  const { id } = await pawl.enqueue(block, { blockIn: 'stuck', untilFile })
  await stuck.said('started', { id })

  const other = await startWorker({ url, name: 'other', jobs: 'block' })
  await other.said('worker.lost', { worker: 'stuck' })
  expect(await other.said('job.reclaim', { id })).toMatchObject({ from: 'stuck' })
  await effects.ended([id])
  writeFileSync(untilFile, '')
  expect(await stuck.said('aborted', { id })).toMatchObject({ reason: 'LeaseLostError' })
  expect(await stuck.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await effects.of(id)).toEqual(['other'])
})
