import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openingOfCommit } from '../../src/postgres/settle.ts'
import { transactFenced } from '../../src/postgres/transact.ts'
import { TransactionClients } from '../../src/postgres/transaction-clients.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, plansOf, scansIn, wholeScansIn } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
afterAll(() => pool.end())

test('the fence of job.commit reads leases by their key, even where it first ran on an empty ledger', async () => {
  await keepAutovacuumAway(database)
  await database.sql('analyze')
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const commit = (lease: { lane: number; turn: number; claim: number }, pos: number) =>
    transactFenced(
      {
        clients: new TransactionClients(pool),
        prepare: true,
        opening: () => openingOfCommit({ worker, lease, pos, idleMs: 10_000 }),
      },
      (client) => client.query('show enable_seqscan').then(({ rows }) => rows[0].enable_seqscan),
    )
  for (let i = 0; i < 10; i++) expect(await commit({ lane, turn: 1, claim: 1 }, 1)).toEqual({ kind: 'lost' })
  await appendAttempts(await ledger.connection().client(), lane, 1_000)
  for (let i = 0; i < 990; i++) await ledger.claim(worker, lane, { limit: 1 })
  const [item] = toSettle(await ledger.claim(worker, lane, { limit: 1 }))

  const client = await pool.connect()
  client.release()
  let result: unknown
  const plans = await plansOf(client as unknown as pg.Client, async () => {
    result = await commit(item!.lease, item!.pos)
  })
  // the handler's own statements are planned as ever
  expect(result).toEqual({ kind: 'committed', value: 'on' })
  expect(scansIn(plans).filter((scan) => scan.endsWith(' lease'))).toHaveLength(1)
  expect(wholeScansIn(plans)).toEqual([])
})
