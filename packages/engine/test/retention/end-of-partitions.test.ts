import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { size, smallPartitions, TestRetention } from './support/test-retention.ts'

const database = testDatabase()
smallPartitions(database)
const service = new TestRetention(database)
const job = defineJob({ type: 'many', body: z.object({ n: z.number() }), run: () => {} })
const bodies = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const useUp = () => database.sql(`select setval('pawl.position', (select max(beyond) from pawl.partition) - 1)`)

test('who enqueues makes partitions ahead, without a worker anywhere', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  for (let i = 0; i < 20; i++) {
    await pawl.enqueueMany(job, bodies(size))
    await until('there are enough ahead again', async () => {
      const [{ ahead }] = await database.sql(
        'select count(*)::int as ahead from pawl.partition where first >= pawl.next_position()',
      )
      return ahead >= 3
    })
  }
  const [{ count }] = await database.sql('select count(*)::int from pawl.attempt')
  expect(count).toBe(20 * size)
})

test('partitions are set to be vacuumed as they fill and analysed when they have doubled, those made later too', async () => {
  const newest = async () => (await database.sql('select max(number) as number from pawl.partition'))[0].number
  const before = await newest()
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await useUp()
  await pawl.enqueueMany(job, bodies(2))
  const made = await newest()
  expect(made).toBeGreaterThan(before)
  const options = await database.sql(
    `select c.relname, c.reloptions from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where c.relkind = 'r' and i.inhparent in ('pawl.attempt'::regclass, 'pawl.outcome'::regclass, 'pawl.result'::regclass, 'pawl.lease'::regclass)`,
  )
  expect(options.map(({ relname }) => relname)).toContain(`lease_${made}`)
  for (const { relname, reloptions } of options) {
    const wanted = ['autovacuum_vacuum_insert_scale_factor=0.05', 'autovacuum_analyze_scale_factor=1']
    expect(reloptions, relname).toEqual(wanted)
  }
})

test('an enqueue that finds no partition makes one and goes through', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await useUp()
  const { id } = await pawl.enqueue(job, { n: 2 })
  expect((await pawl.job(id))?.status).toBe('pending')
  await useUp()
  const ids = await pawl.enqueueMany(job, bodies(10))
  expect(new Set(ids.map((enqueued) => enqueued.id)).size).toBe(10)
})

test('in a transaction of the caller’s own the error says what to do, and the next try goes through', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] }, { partitionSize: size })
  await useUp()
  const tx = await database.connect()
  await tx.query('begin')
  await expect(pawl.enqueue(job, { n: 2 }, { tx })).rejects.toMatchObject({
    code: 'no-partition',
    message: expect.stringMatching(/repeat the transaction/),
  })
  await tx.query('rollback')
  await tx.query('begin')
  await pawl.enqueue(job, { n: 2 }, { tx })
  await tx.query('commit')
})

test('where nobody made one, the next service does, however far the positions have gone', async () => {
  await database.sql(`select setval('pawl.position', (select max(beyond) from pawl.partition) + 12345)`)
  const insert = () =>
    database.sql(`insert into pawl.attempt (lane, body, max_attempts) select min(id), 'null', 3 from pawl.lane`)
  await expect(insert()).rejects.toThrow(/no partition of relation "attempt"/)
  await service.run()
  await insert()
  const rows = await database.sql('select first, beyond from pawl.partition order by number')
  for (const [i, { first }] of rows.entries()) if (i > 0) expect(first).toBe(rows[i - 1]!.beyond)
})

test('a busy ledger gets larger partitions, a quiet one the least', async () => {
  const hour = 60 * 60 * 1000
  const sizeAfter = async (used: number, lasted: string) => {
    await database.sql('begin')
    try {
      await database.sql(
        `update pawl.partition set closed_at = now(), opened_at = now() - $2::interval, skipped = first + $1
          where number = (select max(number) from pawl.partition)`,
        [used, lasted],
      )
      return Number((await database.sql('select pawl.partition_size($1, 1000000) as size', [hour]))[0].size)
    } finally {
      await database.sql('rollback')
    }
  }
  expect(await sizeAfter(90, '1 hour')).toBe(1_000_000)
  expect(await sizeAfter(1_000_000, '59 minutes')).toBe(10_000_000)
  expect(await sizeAfter(1_000_000, '1 minute')).toBe(100_000_000)
  expect(await sizeAfter(1_000_000, '1 second')).toBe(1_000_000_000)
})
