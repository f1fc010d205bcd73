import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { registerWorker } from '../src/postgres/workers.ts'
import { Events } from '../src/runtime/events.ts'
import { Heartbeat } from '../src/runtime/worker/heartbeat.ts'
import { heartbeats } from '../src/runtime/worker/heartbeats.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

async function startHeartbeat() {
  const workerId = randomUUID()
  await registerWorker(ledger.runner, workerId, workerId, [])
  const events = new Events()
  const errors: unknown[] = []
  events.on('service.error', ({ error }) => void errors.push(error))
  const state = () => ({ leases: ['1:1'], running: [], pools: '[]', counts: '[]' })
  const options = { url: database.url, workerId, everyMs: 30, blockedLimitMs: 600_000, events, state }
  let lost = false
  const onLost = () => {
    lost = true
  }
  const heartbeat = new Heartbeat({ ...options, onLost })
  heartbeat.start()
  return { heartbeat, workerId, errors, isLost: () => lost }
}

async function beats(workerId: string): Promise<void> {
  const beat = async () =>
    (await database.sql('select heartbeat_at::text as at, leases from pawl.worker where id = $1', [workerId]))[0]
  const before = await beat()
  await until('it beats', async () => {
    const { at, leases } = await beat()
    return at !== before.at && leases.length === 1
  })
}

const connections = async () =>
  (
    await database.sql(
      `select from pg_stat_activity where application_name = 'pawl heartbeat' and datname = current_database()`,
    )
  ).length

test('workers of one process beat each for itself, and one that leaves takes its connection along', async () => {
  const [first, second] = [await startHeartbeat(), await startHeartbeat()]
  await Promise.all([beats(first.workerId), beats(second.workerId)])
  expect(await connections()).toBe(2)
  await first.heartbeat.stop()
  await until('its connection is closed', async () => (await connections()) === 1)
  await database.sql('update pawl.worker set lost_at = now() where id = $1', [second.workerId])
  await until('it learns that it was given up', second.isLost)
  expect(first.isLost()).toBe(false)
  await second.heartbeat.stop()
  expect([first.errors, second.errors]).toEqual([[], []])
})

test('one that was given up and is then stopped leaves once, and nobody waits for a second goodbye', async () => {
  const [first, second] = [await startHeartbeat(), await startHeartbeat()]
  await Promise.all([first.heartbeat.stop(), first.heartbeat.stop()])
  await first.heartbeat.stop()
  await beats(second.workerId)
  await second.heartbeat.stop()
  await second.heartbeat.stop()
  await until('all connections are closed', async () => (await connections()) === 0)
})

test('a thread that ends by itself is told of and started again, for all its workers', async () => {
  const [first, second] = [await startHeartbeat(), await startHeartbeat()]
  await Promise.all([beats(first.workerId), beats(second.workerId)])
  // an order that it cannot understand is more than it can bear
  heartbeats.order(first.workerId, { kind: 'begin', manner: undefined as never })
  await until('both are told', () => first.errors.length > 0 && second.errors.length > 0)
  await Promise.all([beats(first.workerId), beats(second.workerId)])
  await Promise.all([first.heartbeat.stop(), second.heartbeat.stop()])
  await until('all connections are closed', async () => (await connections()) === 0)
})
