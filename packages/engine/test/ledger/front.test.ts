import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { handBack } from '../../src/postgres/settle.ts'
import { loseWorker, watchWorkers } from '../../src/postgres/workers.ts'
import { Events } from '../../src/runtime/events.ts'
import { LaneBook } from '../../src/runtime/lane-book.ts'
import { Reclaimer } from '../../src/runtime/reclaimer.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger, toSettle } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** A line of thirty, of which a worker has taken the first three. Draining it tells the order in which it is run. */
async function scene(type: string) {
  const order: number[] = []
  const count = defineJob({
    type,
    body: z.object({ n: z.number() }),
    run: (job) => void order.push(job.body.n),
  })
  const queues = { [type]: { concurrency: 1 } }
  const enqueuer = testPawl({ url: database.url, jobs: [count], queues })
  await enqueuer.enqueueMany(
    count,
    Array.from({ length: 30 }, (_, n) => ({ n })),
  )
  const lane = await ledger.lane({ queue: type, type })
  const worker = await ledger.worker()
  const taken = await ledger.claim(worker, lane, { limit: 3 })
  const drain = async () => {
    await testPawl({ url: database.url, jobs: [count], queues }).drain()
    return order
  }
  return { type, worker, taken, drain }
}

const inLine = Array.from({ length: 27 }, (_, i) => i + 3)

test('jobs that were handed back run before the line that had formed behind them', async () => {
  const { type, worker, taken, drain } = await scene('returned')
  const frontLane = await ledger.lane({ queue: type, type, place: 'front' })
  const items = toSettle(taken).map((item) => ({ ...item, frontLane }))
  expect(await handBack(ledger.runner, worker, items)).toBe(3)
  expect(await drain()).toEqual([0, 1, 2, ...inLine])
})

test('jobs that were reclaimed from a lost worker run before the line that had formed behind them', async () => {
  const { worker, drain } = await scene('reclaimed')
  const { runner } = ledger
  const { heartbeat } = (await watchWorkers(runner)).find(({ id }) => id === worker.id)!
  expect(await loseWorker(runner, worker.id, heartbeat)).toBe(true)
  await new Reclaimer({
    runner,
    reader: runner,
    lanes: new LaneBook(runner),
    events: new Events(),
    everyMs: 6_000,
  }).runOnce()
  expect(await drain()).toEqual([0, 1, 2, ...inLine])
})
