import { beforeAll, describe, expect, test } from 'vitest'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, plansOf, scansIn, wholeScansIn } from '../support/plans.ts'
import { TestStandby } from '../support/standby.ts'

describe.each(['never analysed', 'analysed while it was empty'])('on a ledger that was %s', (state) => {
  const database = testDatabase()
  const ledger = new TestLedger(database)
  const standby = new TestStandby(ledger)

  beforeAll(async () => {
    await keepAutovacuumAway(database)
    if (state !== 'never analysed') await database.sql('analyze')
  })

  test('to hand a job over, attempts and leases are read by their indexes only', async () => {
    const worker = await ledger.worker()
    await standby.listens(worker)
    const lane = await ledger.lane()
    const client = await standby.enqueues.client()
    // often enough that a plan made while all was empty is kept
    for (let i = 0; i < 10; i++) await standby.enqueue(lane)
    await appendAttempts(client, lane, 20_000)
    for (let taken = 1; taken > 0; ) {
      const claimed = await ledger.claim(worker, lane, { limit: 2_000 })
      taken = claimed.claimed.length
      if (taken > 0) await settleSucceeded(ledger.runner, worker, toSettle(claimed))
    }
    const plans = await plansOf(client, () => standby.handOver(worker, lane))
    expect(scansIn(plans)).toEqual(expect.arrayContaining(['Index Only Scan attempt', 'Index Scan lease']))
    expect(wholeScansIn(plans)).toEqual([])
  })
})
