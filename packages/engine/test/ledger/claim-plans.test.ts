import { beforeAll, describe, expect, test } from 'vitest'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, plansOf, scansIn, wholeScansIn } from '../support/plans.ts'

describe.each(['never analysed', 'analysed while it was empty'])('on a ledger that was %s', (state) => {
  const database = testDatabase()
  const ledger = new TestLedger(database)

  beforeAll(async () => {
    await keepAutovacuumAway(database)
    if (state !== 'never analysed') await database.sql('analyze')
  })

  test('a claim reads attempts, leases and outcomes by their indexes only', async () => {
    const worker = await ledger.worker()
    const lane = await ledger.lane()
    const client = await ledger.runner.client()
    // often enough that a plan made while all was empty is kept
    for (let i = 0; i < 10; i++) await ledger.claim(worker, lane)
    await appendAttempts(client, lane, 20_000)
    for (let i = 0; i < 10; i++)
      await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))

    const plans = await plansOf(client, () => ledger.claim(worker, lane, { limit: 100 }))
    expect(scansIn(plans)).toEqual(expect.arrayContaining(['Index Scan attempt', 'Index Scan lease']))
    expect(wholeScansIn(plans)).toEqual([])
  })
})
