import { beforeEach, expect, test } from 'vitest'
import { decideReclaim } from '../../src/job/decide-reclaim.ts'
import { unsettledOfLostWorker, unsettledOfNobody } from '../../src/postgres/reclaim.ts'
import type { SettlingWorker } from '../../src/postgres/settle.ts'
import type { Standing } from '../../src/postgres/standby.ts'
import { buryWorker, loseWorker, stopWorker, watchWorkers } from '../../src/postgres/workers.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { TestStandby } from '../support/standby.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const standby = new TestStandby(ledger)

let worker: SettlingWorker
let lane: number

/** A lane that has been claimed from, with nothing left in it, and a worker that would hear. */
beforeEach(async () => {
  worker = await ledger.worker()
  lane = await ledger.lane()
  await standby.listens(worker)
  const [pos] = await appendAttempts(await ledger.runner.client(), lane)
  expect(await ledger.claimPositions(worker, lane)).toEqual([pos])
})

test.each<[string, (standing: Standing) => Promise<unknown>]>([
  // minutes have gone by since then
  ['a heartbeat has listed it', ({ follows }) => beat(worker, { leases: [`${lane}:${follows}`], agoMs: -300_000 })],
  ['it stands by since its last heartbeat', () => beat(worker, { leases: [], agoMs: 5_000 })],
])('a worker that was given up, of which %s, is buried when nothing can hand it a job any more', async (_, told) => {
  const { open, standing } = await openHandOver()
  await using _open = open
  await told(standing)
  const { heartbeat } = (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)!
  expect(await loseWorker(ledger.runner, worker.id, heartbeat)).toBe(true)
  await database.sql(`update pawl.worker set lost_at = now() - interval '1 minute' where id = $1`, [worker.id])
  const isBuried = async () => !(await watchWorkers(ledger.runner)).some(({ id }) => id === worker.id)
  await buryWorker(ledger.runner, worker.id)
  expect(await isBuried()).toBe(false)
  const isSealed = async () => (await watchWorkers(ledger.runner)).find(({ id }) => id === worker.id)?.sealed
  expect(await isSealed()).toBe(false)
  await open.end('commit')
  await until('what could hand it a job has ended', isSealed)
  const left = await unsettledOfLostWorker(ledger.runner, worker.id)
  expect(left.map(({ pos }) => pos)).toContain(open.id)
  await until('it is buried', async () => {
    await buryWorker(ledger.runner, worker.id)
    return isBuried()
  })
})

test('a lease that is handed over is as old as the hand-over, however long ago its transaction began', async () => {
  const { open } = await openHandOver({ pauseMs: 50 })
  await using _open = open
  await open.end('commit')
  const [lease] = await database.sql('select at from pawl.lease where lane = $1 order by turn desc limit 1', [lane])
  const [began] = await database.sql('select created_at as at from pawl.attempt where pos = $1', [open.id])
  expect(lease.at.getTime()).toBeGreaterThanOrEqual(began.at.getTime() + 50)
})

test('what was handed to a worker that never heard of it is not blamed for its end', async () => {
  const { id } = await standby.handOver(worker, lane)
  const { heartbeat } = (await watchWorkers(ledger.runner)).find((watched) => watched.id === worker.id)!
  expect(await loseWorker(ledger.runner, worker.id, heartbeat)).toBe(true)
  const left = (await unsettledOfLostWorker(ledger.runner, worker.id)).find(({ pos }) => pos === id)!
  expect(decideReclaim({ ...left, neighbours: 1, maxAttempts: 1 })).toMatchObject({ kind: 'reclaim', blamed: false })
})

test('what was handed to a worker, and ran alone there by its last heartbeat, is blamed for its end', async () => {
  const { id } = await standby.handOver(worker, lane)
  // else it would have neighbours
  await database.sql(`insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt where pos <> $1`, [
    id,
  ])
  await database.sql(`update pawl.worker set running = int8multirange(int8range($2, $2, '[]')) where id = $1`, [
    worker.id,
    id,
  ])
  const { heartbeat } = (await watchWorkers(ledger.runner)).find((watched) => watched.id === worker.id)!
  expect(await loseWorker(ledger.runner, worker.id, heartbeat)).toBe(true)
  const [left, ...others] = await unsettledOfLostWorker(ledger.runner, worker.id)
  expect(others).toEqual([])
  expect(left).toMatchObject({ pos: id, ahead: false })
  expect(decideReclaim(left!)).toMatchObject({ kind: 'reclaim', blamed: true })
})

test('a worker that was given up before it could leave stays in sight of those who take its jobs back', async () => {
  const { id } = await standby.handOver(worker, lane)
  const { heartbeat } = (await watchWorkers(ledger.runner)).find((watched) => watched.id === worker.id)!
  expect(await loseWorker(ledger.runner, worker.id, heartbeat)).toBe(true)
  expect(await stopWorker(ledger.runner, worker.id)).toBe(false)
  expect((await watchWorkers(ledger.runner)).find((watched) => watched.id === worker.id)).toMatchObject({ lost: true })
  expect((await unsettledOfLostWorker(ledger.runner, worker.id)).map(({ pos }) => pos)).toContain(id)
})

test('what was being handed to a worker when it left is found, however late it was', async () => {
  const { open, standing } = await openHandOver()
  await using _open = open
  // all up to minutes after the enqueue began was looked at
  await database.sql(`update pawl.worker set swept_at = now() + interval '5 minutes' where id = $1`, [worker.id])
  await stopWorker(ledger.runner, worker.id, { leases: [`${lane}:${standing.follows}`] })
  await database.sql(`update pawl.worker set stopped_at = now() - interval '1 minute' where id = $1`, [worker.id])
  // nothing else is left to be found, so that it is remembered up to where it was looked
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt on conflict do nothing`,
  )
  const found = async () => (await unsettledOfNobody(ledger.runner, 60_000)).map(({ pos }) => pos)
  expect(await found()).not.toContain(open.id)
  await open.end('commit')
  await until('it is found', async () => (await found()).includes(open.id))
})

/** A heartbeat of so long ago, or from now, which lists these leases. */
const beat = ({ id }: SettlingWorker, { leases, agoMs }: { leases: string[]; agoMs: number }) =>
  database.sql(`update pawl.worker set leases = $2, heartbeat_at = now() - $3 * interval '1 ms' where id = $1`, [
    id,
    leases,
    agoMs,
  ])

/** An enqueue that is handing a job to the worker, and has not committed. */
async function openHandOver(options?: { readonly pauseMs: number }) {
  for (;;) {
    const standing = await standby.standBy(worker, lane)
    const open = await standby.openEnqueue(lane, options)
    if (open.handed) return { open, standing: standing! }
    await open.end('commit')
    await open[Symbol.asyncDispose]()
    while ((await ledger.claimPositions(worker, lane)).length > 0);
  }
}
