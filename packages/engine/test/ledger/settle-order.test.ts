import { expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { statement } from '../../src/postgres/statement.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { passFence } from '../support/openings.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('settlers of overlapping sets, given in opposite orders, never deadlock and settle each attempt once', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const client = await database.connect()
  const [one, two] = [ledger.connection(), ledger.connection()]
  const settled: number[] = []
  for (let round = 0; round < 40; round++) {
    await appendAttempts(client, lane, 300)
    const items = toSettle(await ledger.claim(worker, lane, { limit: 300 }))
    const counts = await Promise.all([
      settleSucceeded(one, worker, items),
      settleSucceeded(two, worker, [...items].reverse()),
    ])
    settled.push(counts[0] + counts[1])
  }
  expect(settled).toEqual(Array(40).fill(300))
})

test('outcomes are inserted in order of position, whatever the order in which they were given', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const [holder, client] = [await database.connect(), await database.connect()]
  await appendAttempts(client, lane, 3)
  const items = toSettle(await ledger.claim(worker, lane))
  // somebody writes the outcome in the middle: the settler must stand before it, having written the lower one only
  await holder.query('begin')
  await passFence(clientRunner(holder, false), { worker, lease: items[1]!.lease, pos: items[1]!.pos, idleMs: 0 })
  const [{ pid }] = await ledger.runner.run({ name: 'pid', text: 'select pg_backend_pid() as pid' })
  const settling = settleSucceeded(ledger.runner, worker, [...items].reverse())
  await until('the settler stands before it', async () => {
    const [row] = await database.sql('select cardinality(pg_blocking_pids($1)) as blockers', [pid])
    return row.blockers === 1
  })
  await client.query(`set lock_timeout = '100ms'`)
  const touch = (pos: number) =>
    client.query(`insert into pawl.outcome (pos, kind) values ($1, 'cancelled') returning pos`, [pos])
  await expect(touch(items[0]!.pos)).rejects.toMatchObject({ code: '55P03' })
  await touch(items[2]!.pos)
  await holder.query('rollback')
  expect(await settling).toBe(2)
})

test.each([
  'settle_succeeded',
  'settle_succeeded_contested',
  'settle_succeeded_tied',
  'settle_later',
  'settle_dead',
  'hand_back',
  'cancel_in_line',
])('%s orders its outcomes', (name) => {
  const insert = /insert into pawl\.outcome[\s\S]*?(on conflict|returning)/.exec(statement(name).text)
  expect(insert?.[0]).toMatch(/order by (s\.)?pos\s+(on conflict|returning)$/)
})
