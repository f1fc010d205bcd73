import { beforeEach, expect, test } from 'vitest'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { until } from '../support/until.ts'
import { spawnRetention } from './support/spawn-retention.ts'
import { keepMs, partitionTables, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const ledger = new TestLedger(database)
const service = new TestRetention(database)
let lane: number
let closed: number

/** A partition with jobs that have ended and one that waits, due to go. */
beforeEach(async () => {
  const worker = await ledger.worker()
  lane = await ledger.lane()
  const client = await database.connect()
  await appendAttempts(client, lane, 3)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))
  await appendAttempts(client, lane, 1)
  service.told.length = 0
  closed = await service.turnOver()
  await service.age(keepMs + 1)
})

const attached = async () =>
  (
    await database.sql(
      `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relname ~ ('_' || $1 || '$') and c.relkind = 'r'`,
      [closed],
    )
  ).map(({ relname }) => relname)

async function isGone(): Promise<void> {
  const left = (await partitionTables(database)).filter((name) => name.endsWith(`_${closed}`))
  expect(left).toEqual([])
  expect(await database.sql('select from pawl.partition where number = $1', [closed])).toEqual([])
}

/** The job that waited in the partition waits in another one now. */
async function nothingIsLost(): Promise<void> {
  const waiting = await database.sql(
    `select from pawl.attempt a join pawl.lane l on l.id = a.lane join pawl.lane mine on mine.id = $1
      where l.type = mine.type and not exists (select from pawl.outcome o where o.pos = a.pos)`,
    [lane],
  )
  expect(waiting).toHaveLength(1)
}

test('a process killed while its detach waits leaves a partition that the next one ends', async () => {
  const reader = await database.connect()
  await reader.query('begin')
  await reader.query('select count(*) from pawl.attempt')
  const doomed = await spawnRetention(database.url, { patienceMs: 60_000 })
  await until('the detach waits for the reader', async () => {
    const rows = await database.sql('select from pg_inherits where inhdetachpending')
    return rows.length > 0
  })
  await doomed.kill()
  // its backend would wait on; a server that notices ends it
  await until('its backend has ended', async () => {
    const waiting = await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ '^alter table pawl.attempt detach'`,
    )
    return waiting.length === 0
  })
  await reader.query('commit')
  expect(await attached()).not.toEqual([])
  await service.run()
  expect(service.dropped).toEqual([closed])
  await isGone()
  await nothingIsLost()
})

test.each([['attempt'], ['attempt', 'result'], ['attempt', 'result', 'lease', 'outcome']])(
  'a process killed after it detached %s leaves the rest to the next one',
  async (...tables) => {
    // all checks are made before the first table is detached
    const [{ front }] = await database.sql(
      `insert into pawl.lane (queue, type, version, priority, place) select queue, type, version, priority, 'front' from pawl.lane
        where id = $1 returning id as front`,
      [lane],
    )
    await database.sql(`select pawl.move_waiting($1, $2, $3, array(select pawl.open_in_partition($1, -1, 10)))`, [
      closed,
      lane,
      front,
    ])
    await database.sql('select pawl.carry_lanes($1, 1000)', [closed])
    for (const table of tables) {
      await database.sql(`alter table pawl.${table} detach partition pawl.${table}_${closed} concurrently`)
    }
    expect(await attached()).toHaveLength(4 - tables.length)
    await service.run()
    expect(service.dropped).toEqual([closed])
    await isGone()
    await nothingIsLost()
  },
)

test('a process killed between moving and detaching has moved nothing twice', async () => {
  const doomed = await spawnRetention(database.url)
  await until('it has begun', () =>
    doomed.told.some(({ name }) => name === 'retention.move' || name === 'retention.drop'),
  )
  await doomed.kill()
  // its backend may still be at it
  await service.drops(closed)
  await isGone()
  await nothingIsLost()
})

test('a process killed while it makes a partition leaves nothing behind', async () => {
  const maker = await database.connect()
  const [{ pid }] = (await maker.query('select pg_backend_pid() as pid')).rows
  await maker.query('begin')
  await maker.query('select pawl.tend_partitions(10, 0, 100)')
  const before = await partitionTables(database)
  await database.sql('select pg_terminate_backend($1)', [pid])
  await until(
    'it is gone',
    async () => (await database.sql('select from pg_stat_activity where pid = $1', [pid])).length === 0,
  )
  expect(await partitionTables(database)).toEqual(before)
  const [{ made }] = await database.sql('select cardinality(made) as made from pawl.tend_partitions(10, 0, 100)')
  expect(made).toBeGreaterThan(5)
})

test('an attempt that nobody saw before its partition was detached is appended anew, and told of as a repair', async () => {
  const [{ pos }] = await database.sql(
    `insert into pawl.attempt (pos, job_id, lane, body, max_attempts) select beyond - 1, beyond - 1, $2, '"late"', 3
       from pawl.partition where number = $1 returning pos`,
    [closed, lane],
  )
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'cancelled' from pawl.open_in_partition($1, -1, 10) pos where pos <> $2`,
    [closed, pos],
  )
  for (const table of ['attempt', 'result']) {
    await database.sql(`alter table pawl.${table} detach partition pawl.${table}_${closed} concurrently`)
  }
  await service.run()
  expect(service.events('sweep.repair')).toMatchObject([{ kind: 'partition' }])
  expect(await database.sql(`select job_id, body from pawl.attempt where body::text = '"late"'`)).toEqual([
    { job_id: pos, body: 'late' },
  ])
})
