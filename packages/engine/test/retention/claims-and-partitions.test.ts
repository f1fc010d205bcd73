import { beforeAll, expect, test } from 'vitest'
import { endLine } from '../../src/postgres/partitions.ts'
import { type SettlingWorker, settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf, type PlanNode, plansOf } from '../support/plans.ts'
import { smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const ledger = new TestLedger(database)
const service = new TestRetention(database)
let worker: SettlingWorker
let lane: number

const text = `select * from pawl.claim($1, 1, array[$2::int], '{1}', '{0}', '{work}', '{10}', '{10}', '{null}', '{null}', '{1}', array[''])`
const cost = async () => leastBlocksOf(await ledger.runner.client(), text, [worker.id, lane])
const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

beforeAll(async () => {
  await keepAutovacuumAway(database)
  worker = await ledger.worker()
  lane = await ledger.lane()
})

async function work(): Promise<void> {
  await appendAttempts(await ledger.runner.client(), lane, 20)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))
}

test('a claim looks only into partitions in which something may stand in line, however many are kept', async () => {
  await work()
  await cost()
  const few = await cost()
  for (let i = 0; i < 12; i++) {
    await work()
    await service.turnOver()
  }
  await work()
  // the first lease after a turn-over is the last of the old partition, and says where the next one stands
  await work()
  await service.run()
  await cost()
  expect(await database.sql('select from pawl.partition where line_ended_at is not null')).toHaveLength(12)
  expect(await cost()).toBeLessThanOrEqual(few + 5)

  const client = await ledger.runner.client()
  await appendAttempts(client, lane, 5)
  const plans = await plansOf(client, () => ledger.claim(worker, lane))
  const scans = plans.flatMap(nodes).filter((node) => /^attempt_\d+$/.test(node['Relation Name'] ?? ''))
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.map((node) => node['Index Name']).filter((name) => !/_lane_xid_pos_idx$/.test(name ?? ''))).toEqual([])
  expect(new Set(scans.map((node) => node['Relation Name'])).size).toBe(1)
})

test('a partition is looked into for as long as something of it stands in line, however late it committed', async () => {
  const [client, late] = [await database.connect(), await database.connect()]
  const other = await ledger.lane()
  const [waiting] = await appendAttempts(client, other)
  const closed = await service.turnOver()
  const ended = () =>
    database.sql('select line_ended_at is not null as ended from pawl.partition where number = $1', [closed])
  await service.run()
  expect(await ended()).toEqual([{ ended: false }])
  expect(await endLine(ledger.runner, closed)).toBe(false)
  expect(await ledger.claimPositions(worker, other)).toEqual([waiting])
  await service.run()
  expect(await ended()).toEqual([{ ended: true }])

  await late.query('begin')
  const [straggler] = await appendAttempts(late, other)
  const [{ number }] = await database.sql(
    'select number from pawl.partition where closed_at is null order by number limit 1',
  )
  await database.sql(`select setval('pawl.position', (select beyond from pawl.partition where number = $1))`, [number])
  await service.run()
  const lines = await database.sql(
    'select line_ended_at from pawl.partition where number = $1 and closed_at is not null',
    [number],
  )
  expect(lines).toEqual([{ line_ended_at: null }])
  await late.query('commit')
  await service.run()
  expect(await ledger.claimPositions(worker, other)).toEqual([straggler])
})
