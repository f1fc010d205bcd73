import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { Connection } from '../../src/postgres/connection.ts'
import { endLine, tendPartitions } from '../../src/postgres/partitions.ts'
import { Seal } from '../../src/runtime/seal.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { testPawl } from '../support/test-pawl.ts'

const postgres = ownPostgres()
const job = defineJob({ type: 'two-phase', body: z.object({}), run: () => {} })

test('a prepared transaction that outlives a restart and a crash of PostgreSQL keeps its partition unsealed', async () => {
  const pawl = testPawl({ url: postgres.url, jobs: [job] })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('begin')
  const { id } = await pawl.enqueue(job, {}, { tx: client, twoPhase: true })
  await client.query(`prepare transaction 'through a restart'`)
  await client.end()

  const runner = new Connection({ url: postgres.url, name: 'test', prepare: true })
  await postgres.sql(`select setval('pawl.position', 1000000)`)
  await tendPartitions(runner, { ahead: 3, sliceMs: 0, least: 1_000_000 })
  const seal = new Seal()
  const ends = async () => (await seal.isSealed(runner, 0)) && endLine(runner, 0)
  expect(await ends()).toBe(false)
  await postgres.restart()
  expect(await ends()).toBe(false)
  await postgres.crash()
  expect(await ends()).toBe(false)

  await postgres.sql(`commit prepared 'through a restart'`)
  // sealed now, and the job stands in line
  expect([await seal.isSealed(runner, 0), await ends()]).toEqual([true, false])
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded' })
  expect(await ends()).toBe(true)
  await runner.close()
})
