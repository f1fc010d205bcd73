import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { queueDepth } from '../../src/postgres/queues.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf, plansOf, wholeScansIn } from '../support/plans.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
let queues = 0
const newQueue = () => `queue-${++queues}`

test('jobs are counted where they are: in line, claimed ahead, parked, scheduled, retried, running', async () => {
  const hold = gate()
  const job = defineJob({
    type: 'counted',
    body: z.object({ what: z.string() }),
    group: ({ what }) => (what === 'grouped' ? 'one' : (undefined as unknown as string)),
    retry: { attempts: 3, backoff: () => 3_600_000 },
    run: ({ body }) => {
      if (body.what === 'fails') throw new Error('again')
      return hold.passed
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { counted: { concurrency: 3 } } })
  const bodies = ['fails', 'grouped', 'grouped', 'grouped', ...Array(8).fill('holds')].map((what) => ({ what }))
  await pawl.enqueueMany(job, bodies)
  await pawl.enqueueMany(job, [{ what: 'holds' }, { what: 'holds' }], { delayMs: 3_600_000 })
  expect(await pawl.queues.depth('counted')).toEqual({ pending: 12, scheduled: 2, running: 0, exact: true })
  await pawl.start()
  await until('three run and one was tried', async () => {
    const { running, scheduled } = await pawl.queues.depth('counted')
    return running === 3 && scheduled === 3
  })
  const depth = await pawl.queues.depth('counted')
  expect(depth).toEqual({ pending: 8, scheduled: 3, running: 3, exact: true })
  await until('the view, which learns from heartbeats what runs of what was claimed ahead, says the same', async () => {
    const states = await database.sql(`select status, count(*)::int from pawl.jobs where queue = 'counted' group by 1`)
    const count = Object.fromEntries(states.map((row) => [row.status, row.count]))
    return count.pending === 8 && count.scheduled + count.retryable === 3 && count.running === 3
  })
  hold.open()
  await until('all that may run has run', async () => {
    const { pending, running } = await pawl.queues.depth('counted')
    return pending + running === 0
  })
  expect(await pawl.queues.depth('counted')).toEqual({ pending: 0, scheduled: 3, running: 0, exact: true })
  await expect(pawl.queues.depth('cuonted')).rejects.toThrow(/did you mean 'counted'/)
})

test('what was cancelled in line is not counted, and what commits late is', async () => {
  const queue = newQueue()
  const [lane, client, late] = [await ledger.lane({ queue }), await database.connect(), await database.connect()]
  const worker = await ledger.worker()
  await late.query('begin')
  await appendAttempts(late, lane)
  const positions = await appendAttempts(client, lane, 5)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 1 })))
  await client.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled')`, [positions[2]])
  expect((await queueDepth(ledger.runner, queue)).pending).toBe(3)
  await late.query('commit')
  expect((await queueDepth(ledger.runner, queue)).pending).toBe(4)
})

test('it is exact up to ten thousand, estimated beyond, and reads no more of a longer line', async () => {
  await keepAutovacuumAway(database)
  const queue = newQueue()
  const [lane, client] = [await ledger.lane({ queue }), await ledger.runner.client()]
  await appendAttempts(client, lane, 10_000)
  expect(await queueDepth(ledger.runner, queue)).toMatchObject({ pending: 10_000, exact: true })
  await appendAttempts(client, lane, 10_000)
  const text = 'select * from pawl.queue_depth($1, 10000)'
  const short = await leastBlocksOf(client, text, [queue])
  // the rest of a partition is skipped: positions that were given to nobody are not taken for jobs
  await database.sql('select pawl.tend_partitions(3, 1, 1000000), pawl.close_partition(0)')
  await appendAttempts(client, lane, 80_000)
  const { pending, exact } = await queueDepth(ledger.runner, queue)
  expect(exact).toBe(false)
  expect(pending).toBeGreaterThan(90_000)
  expect(pending).toBeLessThan(110_000)
  expect(await leastBlocksOf(client, text, [queue])).toBeLessThanOrEqual(short + 100)
})

test('many scheduled jobs are estimated too', async () => {
  const queue = newQueue()
  const lane = await ledger.lane({ queue })
  await database.sql(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     select 1000000000 + n, now() + interval '1 day', now(), $1, 0, 'scheduled', 3, 0, 0, 'null' from generate_series(1, 30000) n`,
    [lane],
  )
  await database.sql('analyze pawl.later')
  const { scheduled, exact } = await queueDepth(ledger.runner, queue)
  expect(exact).toBe(false)
  expect(scheduled).toBeGreaterThan(25_000)
  expect(scheduled).toBeLessThan(35_000)
})

test('a long history of ended jobs costs nothing', async () => {
  const queue = newQueue()
  const [lane, client, worker] = [await ledger.lane({ queue }), await ledger.runner.client(), await ledger.worker()]
  const text = 'select * from pawl.queue_depth($1, 10000)'
  const cost = async () => {
    await appendAttempts(client, lane, 10)
    await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))
    await database.sql(`update pawl.worker set heartbeat_at = now() + interval '1 hour', leases = '{}'`)
    return leastBlocksOf(client, text, [queue])
  }
  const short = await cost()
  await appendAttempts(client, lane, 20_000)
  for (let i = 0; i < 20; i++) {
    await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 1_000 })))
  }
  expect(await cost()).toBeLessThanOrEqual(short + 60)
  const plans = await plansOf(client, () => client.query(text, [queue]))
  expect(plans).not.toEqual([])
  expect(wholeScansIn(plans)).toEqual([])
})
