import { expect, test } from 'vitest'
import { jobId } from '../src/job/job-id.ts'
import { Connection } from '../src/postgres/connection.ts'
import { Canceller } from '../src/runtime/canceller.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

const database = testDatabase()

test('workers are told of every job that was cancelled and of no other, however many and however long their numbers', async () => {
  const listener = await database.connect()
  const told: string[] = []
  listener.on('notification', ({ payload }) => told.push(...payload!.split(',')))
  await listener.query('listen pawl_cancel')
  await database.sql(`insert into pawl.lane (queue, type, version, priority) values ('q', 't', 1, 5)`)
  await database.sql(`select setval('pawl.position', 1000000000000)`)
  // partitions of its own for numbers of that length
  for (const table of ['attempt', 'outcome', 'result']) {
    await database.sql(
      `create table pawl.${table}_far partition of pawl.${table} for values from (1000000000000) to (1000000002000)`,
    )
  }
  const rows = await database.sql(
    `insert into pawl.attempt (lane, body, max_attempts) select 1, '{}', 3 from generate_series(1, 1000) returning pos`,
  )
  const positions = rows.map((row) => String(row.pos))
  const runner = new Connection({ url: database.url, name: 'test', prepare: true })
  const results = await new Canceller(runner).cancel(positions.map((pos) => jobId(Number(pos))))
  await runner.close()
  expect(results.every(({ cancelled }) => cancelled)).toBe(true)
  await until('all were told', () => told.length >= positions.length)
  expect(told.sort()).toEqual(positions.sort())
})
