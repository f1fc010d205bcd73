import { expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { loseWorker, watchWorkers } from '../../src/postgres/workers.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import { LaneBook } from '../../src/runtime/lane-book.ts'
import { Reclaimer } from '../../src/runtime/reclaimer.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { passFence } from '../support/openings.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** A worker with three attempts that was given up while its job.commit of the first is still open. */
async function scene() {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const commit = await database.connect()
  await appendAttempts(commit, lane, 3)
  const items = toSettle(await ledger.claim(worker, lane))
  await commit.query('begin')
  expect(
    await passFence(clientRunner(commit, false), { worker, lease: items[0]!.lease, pos: items[0]!.pos, idleMs: 0 }),
  ).toBe(true)
  const { heartbeat } = (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)!
  await loseWorker(ledger.runner, worker.id, heartbeat)

  const events = new Events()
  const told: { reclaimed: string[]; errors: PawlEvents['service.error'][] } = { reclaimed: [], errors: [] }
  events.on('job.reclaim', ({ id }) => void told.reclaimed.push(id))
  events.on('service.error', (event) => void told.errors.push(event))
  const { runner } = ledger
  const reclaimer = new Reclaimer({ runner, reader: runner, lanes: new LaneBook(runner), events, everyMs: 6_000 })
  const kinds = async () =>
    (
      await database.sql('select kind from pawl.outcome where pos = any ($1) order by pos', [
        items.map(({ pos }) => pos),
      ])
    ).map(({ kind }) => kind)
  return { commit, reclaimer, told, ids: items.map(({ pos }) => `job_${pos}`), kinds }
}

test('a reclaim waits a moment for a commit of the same job, and takes the others back without it', async () => {
  const { commit, reclaimer, told, ids, kinds } = await scene()
  await reclaimer.runOnce()
  expect(told.reclaimed).toEqual(ids.slice(1))
  expect(told.errors.map(({ error }) => error)).toMatchObject([{ code: '55P03' }])
  await commit.query('commit')
  await reclaimer.runOnce()
  expect(told.reclaimed).toEqual(ids.slice(1))
  expect(await kinds()).toEqual(['succeeded', 'crashed', 'crashed'])
})

test('a commit that is rolled back after all leaves its job to the next round', async () => {
  const { commit, reclaimer, told, ids, kinds } = await scene()
  await reclaimer.runOnce()
  await commit.query('rollback')
  await reclaimer.runOnce()
  expect(told.reclaimed).toEqual([...ids.slice(1), ids[0]])
  expect(await kinds()).toEqual(['crashed', 'crashed', 'crashed'])
})

test('a worker is given up only if its heartbeat is still the one that was watched', async () => {
  const worker = await ledger.worker()
  const seen = (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)!
  await database.sql('update pawl.worker set heartbeat_at = clock_timestamp() where id = $1', [worker.id])
  expect(await loseWorker(ledger.runner, worker.id, seen.heartbeat)).toBe(false)
  const now = (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)!
  expect(now.lost).toBe(false)
  expect(await loseWorker(ledger.runner, worker.id, now.heartbeat)).toBe(true)
  expect(await loseWorker(ledger.runner, worker.id, now.heartbeat), 'once').toBe(false)
})
