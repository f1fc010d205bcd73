import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { keepMs, partitionTables, size, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database, { patienceMs: 200 })
const job = defineJob({ type: 'goes-on', body: z.object({}), run: () => {} })

test.each(['read committed', 'repeatable read'])(
  'a long reader (%s) delays the drop and nothing else',
  async (isolation) => {
    const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
    await pawl.start()
    await service.age(keepMs + 1)
    await service.run()
    const old = await pawl.enqueue(job, {})
    await reaches(pawl, old.id, 'succeeded')
    const closed = await service.turnOver()
    await service.age(keepMs + 1)

    const reader = await database.connect()
    await reader.query(`begin isolation level ${isolation}`)
    await reader.query('select count(*) from pawl.attempt')
    service.told.length = 0
    await service.run()
    expect(service.dropped).toEqual([])
    expect(service.events('retention.wait')).toMatchObject([{ partition: closed, reason: 'readers' }])

    // enough to enter new partitions, which must be made meanwhile
    const more = await pawl.enqueueMany(
      job,
      Array.from({ length: 3 * size }, () => ({})),
    )
    for (const { id } of more.slice(-3)) await reaches(pawl, id, 'succeeded')
    await service.run()
    expect(service.dropped).toEqual([])

    await reader.query('commit')
    await service.drops(closed)
    expect(service.dropped).toEqual([closed])
    expect(await partitionTables(database)).not.toContain(`attempt_${closed}`)
    await until('all have succeeded', async () => {
      const [{ left }] = await database.sql(
        `select count(*)::int as left from pawl.jobs where id = any ($1) and status <> 'succeeded'`,
        [more.map(({ id }) => id)],
      )
      return left === 0
    })
  },
)

test('while a drop waits, no statement of others waits for it', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await pawl.start()
  await reaches(pawl, (await pawl.enqueue(job, {})).id, 'succeeded')
  const closed = await service.turnOver()
  await service.age(keepMs + 1)
  const reader = await database.connect()
  await reader.query('begin')
  await reader.query('select count(*) from pawl.attempt, pawl.outcome, pawl.lease')
  const waiting: string[] = []
  let watching = true
  const watch = (async () => {
    while (watching) {
      const rows = await database.sql(
        `select a.query from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'
            and a.query !~* 'detach partition'
            and exists (select from unnest(pg_blocking_pids(a.pid)) b (pid)
                          join pg_stat_activity s on s.pid = b.pid where s.query ~* 'detach partition')`,
      )
      waiting.push(...rows.map(({ query }) => query))
    }
  })()
  await service.run()
  for (let i = 0; i < 20; i++) await reaches(pawl, (await pawl.enqueue(job, {})).id, 'succeeded')
  expect(await database.sql('select from pg_inherits where inhdetachpending')).toHaveLength(1)
  watching = false
  await watch
  expect(waiting).toEqual([])
  // the moment in which it goes is another one: whoever has just begun to read it waits for that
  await reader.query('commit')
  await service.drops(closed)
})
