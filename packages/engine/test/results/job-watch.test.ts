import { expect, test } from 'vitest'
import { settleSucceeded, settleWithResults } from '../../src/postgres/settle.ts'
import { Events } from '../../src/runtime/events.ts'
import { JobWatch } from '../../src/runtime/job-watch.ts'
import { awaitResult } from '../../src/runtime/results.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** A watch on the real ledger that counts its queries. */
function countingWatch() {
  let looks = 0
  let underWay = 0
  const asked: number[] = []
  const watch = new JobWatch(
    {
      run(statement, values) {
        looks++
        asked.push((values![0] as number[]).length)
        underWay++
        return ledger.runner.run(statement, values).finally(() => underWay--)
      },
    },
    new Events(),
  )
  return { watch, asked, looks: () => looks, quiet: () => until('no look is under way', () => underWay === 0) }
}

async function claimed(count: number) {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane, count)
  return { worker, items: toSettle(await ledger.claim(worker, lane)) }
}

test('fifty who wait for one job, and those who wait for others, share each query', async () => {
  const { worker, items } = await claimed(10)
  const { watch, asked, looks } = countingWatch()
  const ids = items.map(({ pos }) => `job_${pos}`)
  const waiting = [
    ...Array.from({ length: 50 }, () => awaitResult(watch, ids[0]!)),
    ...ids.slice(1).map((id) => awaitResult(watch, id)),
  ]
  await until('all are asked for at once', () => asked.includes(10))
  expect(asked.every((count) => count <= 10)).toBe(true)
  await settleWithResults(
    ledger.runner,
    worker,
    items.map((item) => ({ ...item, result: '"news"' })),
  )
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'news'))
  expect(looks()).toBeLessThan(50)
  await watch.stop()
})

test('nobody who waits, no query', async () => {
  const { worker, items } = await claimed(1)
  const { watch, looks } = countingWatch()
  const waiting = awaitResult(watch, `job_${items[0]!.pos}`)
  await settleSucceeded(ledger.runner, worker, items)
  await waiting
  expect(await watch.runOnce()).toBe(Number.POSITIVE_INFINITY)
  const after = looks()
  watch.settled(items[0]!.pos)
  expect(await watch.runOnce()).toBe(Number.POSITIVE_INFINITY)
  expect(looks()).toBe(after)
  await watch.stop()
})

test('looks come less often while nothing happens, up to half a second, and often again after a change', async () => {
  const { items } = await claimed(1)
  const { watch } = countingWatch()
  const stop = watch.add(items[0]!.pos, { onLook() {}, onEnd() {} })
  const delays: number[] = []
  for (let i = 0; i < 12; i++) delays.push(await watch.runOnce())
  expect(delays.at(0)).toBeLessThan(500)
  expect(delays.at(-1)).toBe(500)
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  await database.sql(`insert into pawl.progress (job_id, value) values ($1, '1')`, [items[0]!.pos])
  // its own looks go on meanwhile, so the change may have been seen already
  expect(await watch.runOnce()).toBeLessThan(500)
  stop()
  await watch.stop()
})

test('what is settled in this process is looked at once', async () => {
  const { worker, items } = await claimed(1)
  const { watch, looks, quiet } = countingWatch()
  const { pos } = items[0]!
  const waiting = awaitResult(watch, `job_${pos}`)
  await quiet()
  const before = looks()
  watch.settled(pos + 1)
  expect(looks(), 'not for a job that nobody waits for').toBe(before)
  watch.settled(pos)
  expect(looks()).toBe(before + 1)
  await settleWithResults(ledger.runner, worker, [{ ...items[0]!, result: '1' }])
  expect(await waiting).toBe(1)
  await watch.stop()
})
