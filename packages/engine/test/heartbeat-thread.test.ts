import { randomUUID } from 'node:crypto'
import { Worker as Thread } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { statement } from '../src/postgres/statement.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const file = new URL('../src/runtime/worker/heartbeat-thread.js', import.meta.url)

test('heartbeats that come while one is under way do not queue up behind it', async () => {
  const workerId = randomUUID()
  await database.sql(`insert into pawl.worker (id, name, queues) values ($1, 'slow', '{}')`, [workerId])
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('select from pawl.worker where id = $1 for update', [workerId])

  const ticks = new SharedArrayBuffer(4)
  const beat = statement('worker_beat').text
  const thread = new Thread(file, {
    workerData: { beat, ticks },
    execArgv: [],
    stderr: true,
  })
  const told: unknown[] = []
  let warnings = ''
  thread.on('message', (message) => told.push(message))
  thread.stderr.on('data', (text) => {
    warnings += text
  })
  const order = (order: object) => thread.postMessage({ worker: workerId, ...order })
  order({ kind: 'begin', manner: { url: database.url, everyMs: 600_000, blockedLimitMs: 600_000 } })
  order({ kind: 'now' })
  await until('the first one waits', async () => (await blockedBeats()) === 1)
  order({ kind: 'state', state: { leases: ['1:1'], running: '{}' } })
  for (let i = 0; i < 5; i++) order({ kind: 'now' })
  await holder.query('rollback')
  await until('what changed is in', async () => {
    const [row] = await database.sql('select leases from pawl.worker where id = $1', [workerId])
    return row.leases.length === 1
  })
  order({ kind: 'stop' })
  await until('it has said goodbye', () => told.some((message) => (message as { kind: string }).kind === 'stopped'))
  await thread.terminate()
  // two beats, or three if the answer to the first overtook the five, and the goodbye
  expect(told.length).toBeLessThanOrEqual(4)
  expect(warnings).not.toContain('already executing a query')
})

async function blockedBeats(): Promise<number> {
  const [row] = await database.sql(
    `select count(*)::int as beats from pg_stat_activity
      where application_name = 'pawl heartbeat' and wait_event_type = 'Lock' and datname = current_database()`,
  )
  return row.beats
}
