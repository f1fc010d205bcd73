import { beforeAll, describe, expect, test } from 'vitest'
import type { ClaimResult } from '../../src/postgres/claim.ts'
import { findJob } from '../../src/postgres/jobs.ts'
import {
  findOutcomes,
  handBack,
  lostLeases,
  type SettlingWorker,
  settleDead,
  settleLater,
  settleSucceeded,
} from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, plansOf, wholeScansIn } from '../support/plans.ts'

const error = { name: 'Error', message: 'no' }

describe.each(['never analysed', 'analysed while it was empty'])('on a ledger that was %s', (state) => {
  const database = testDatabase()
  const ledger = new TestLedger(database)
  let worker: SettlingWorker
  let lane: number

  const statements: Record<string, (claimed: ClaimResult) => Promise<unknown>> = {
    settleSucceeded: (claimed) => settleSucceeded(ledger.runner, worker, toSettle(claimed)),
    settleLater: (claimed) =>
      settleLater(
        ledger.runner,
        worker,
        toSettle(claimed).map((item) => ({ ...item, kind: 'retryable', delayMs: 1e9, error })),
      ),
    settleDead: (claimed) =>
      settleDead(
        ledger.runner,
        worker,
        toSettle(claimed).map((item) => ({ ...item, reason: 'permanent', error })),
      ),
    handBack: (claimed) =>
      handBack(
        ledger.runner,
        worker,
        toSettle(claimed).map((item) => ({ ...item, frontLane: lane })),
      ),
    findOutcomes: (claimed) =>
      findOutcomes(
        ledger.runner,
        toSettle(claimed).map(({ pos }) => pos),
      ),
    lostLeases: ({ claimed }) =>
      lostLeases(
        ledger.runner,
        worker.id,
        claimed.map(({ lease }) => lease),
      ),
    findJob: async (claimed) => {
      for (const { pos } of toSettle(claimed)) await findJob(ledger.runner, `job_${pos}`)
    },
  }

  beforeAll(async () => {
    await keepAutovacuumAway(database)
    if (state !== 'never analysed') await database.sql('analyze')
    worker = await ledger.worker()
    lane = await ledger.lane()
    const nothing: ClaimResult = {
      claimed: [{ lease: { lane, turn: 1, claim: 1 }, attempts: [], pass: undefined }],
      passed: [],
      gated: [],
      onlyForSlots: [],
    }
    // often enough that a plan made while all was empty is kept
    for (let i = 0; i < 10; i++) for (const run of Object.values(statements)) await run(nothing)
    await appendAttempts(await ledger.runner.client(), lane, 5_000)
  })

  test.each(Object.keys(statements))('%s reads the ledger by its indexes only', async (name) => {
    const run = statements[name]!
    const client = await ledger.runner.client()
    for (let i = 0; i < 10; i++) await run(await ledger.claim(worker, lane, { limit: 20 }))
    const claimed = await ledger.claim(worker, lane, { limit: 20 })
    const plans = await plansOf(client, () => run(claimed))
    expect(plans).not.toEqual([])
    expect(wholeScansIn(plans)).toEqual([])
  })
})
