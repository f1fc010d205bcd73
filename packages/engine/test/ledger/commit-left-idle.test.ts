import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { transactFenced } from '../../src/postgres/transact.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a job.commit that is left idle is ended by PostgreSQL: nothing of it is written, and the job is retried', async () => {
  await database.sql('create table effect (attempt int)')
  const errors: unknown[] = []
  const job = defineJob({
    type: 'idle-commit',
    body: z.object({}),
    // one of the others may be left idle by a machine that is busy
    retry: { attempts: 20, backoff: () => 1 },
    async run(job) {
      await job.commit(async (tx) => {
        await tx.query('insert into effect values ($1)', [job.attempt])
        if (job.attempt > 1) return
        await until('PostgreSQL has ended the transaction', async () => {
          const sessions = await database.sql(
            `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
          )
          return sessions.length === 0
        })
      })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job], worker: { commitIdleMs: 300 } })
  pawl.on('job.settle', (event) => void (event.error && errors.push(event.error)))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  const done = await until('it has succeeded', async () => {
    const view = await pawl.job(id)
    return view?.status === 'succeeded' && view
  })
  expect(done.failures).toBeGreaterThan(0)
  expect(errors).toHaveLength(done.failures)
  expect(await database.sql('select attempt from effect')).toEqual([{ attempt: done.failures + 1 }])
})

test('the bound on idle time ends with the commit: the connection goes back to its pool as it was', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const idle = async (client: pg.Pool | pg.PoolClient) =>
    (await client.query(`select current_setting('idle_in_transaction_session_timeout') as idle`)).rows[0].idle
  const before = await idle(pool)
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane)
  const [item] = toSettle(await ledger.claim(worker, lane))
  const { pos, lease } = item!
  const opening = () => openingOfCommit({ worker, lease, pos, idleMs: 4_000 })
  const inside = await transactFenced({ clients: new TransactionClients(pool), prepare: true, opening }, idle)
  expect(inside).toEqual({ kind: 'committed', value: '4s' })
  expect(await idle(pool)).toBe(before)
  await pool.end()
})
