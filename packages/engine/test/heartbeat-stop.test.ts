import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { registerWorker } from '../src/postgres/workers.ts'
import { Events } from '../src/runtime/events.ts'
import { Heartbeat } from '../src/runtime/worker/heartbeat.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a heartbeat that is stopped while a beat is under way tells of no error', async () => {
  const workerId = randomUUID()
  await registerWorker(ledger.runner, workerId, 'stopping', [])
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('select from pawl.worker where id = $1 for update', [workerId])
  const events = new Events()
  const errors: unknown[] = []
  events.on('service.error', ({ error }) => void errors.push(error))
  const heartbeat = new Heartbeat({
    url: database.url,
    workerId,
    everyMs: 600_000,
    blockedLimitMs: 600_000,
    events,
    state: () => ({ leases: [], running: [], pools: '[]', counts: '[]' }),
    onLost: () => {},
  })
  heartbeat.start()
  heartbeat.now()
  await until('the beat waits', async () => {
    const [row] = await database.sql(
      `select count(*)::int as beats from pg_stat_activity
        where application_name = 'pawl heartbeat' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return row.beats === 1
  })
  await heartbeat.stop()
  await holder.query('rollback')
  expect(errors).toEqual([])
})
