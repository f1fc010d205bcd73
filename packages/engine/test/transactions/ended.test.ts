import knex from 'knex'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { DataSource } from 'typeorm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const note = defineJob({ type: 'note', body: z.object({ text: z.string() }), run: () => {} })

/** Its connection may be somebody else's by then. */
async function expectRefused(tx: object): Promise<void> {
  const pawl = testPawl({ url: database.url, jobs: [note] })
  await expect(pawl.enqueue(note, { text: 'too late' }, { tx })).rejects.toThrow()
  expect(await database.sql('select from pawl.attempt')).toHaveLength(0)
}

test('a transaction of Knex that has ended is refused', async () => {
  const db = knex({ client: 'pg', connection: database.url })
  try {
    await expectRefused(await endedOf((keep) => db.transaction(async (trx) => keep(trx))))
  } finally {
    await db.destroy()
  }
})

test('a transaction of Kysely that has ended is refused', async () => {
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
  })
  try {
    await expectRefused(
      await endedOf((keep) => db.transaction().execute(async (trx: Transaction<object>) => keep(trx))),
    )
  } finally {
    await db.destroy()
  }
})

test('a transaction of TypeORM that has ended is refused', async () => {
  const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize()
  try {
    await expectRefused(await endedOf((keep) => dataSource.transaction(async (manager) => keep(manager))))
  } finally {
    await dataSource.destroy()
  }
})

async function endedOf(transact: (keep: (tx: object) => void) => Promise<unknown>): Promise<object> {
  let kept: object = {}
  await transact((tx) => {
    kept = tx
  })
  return kept
}
