import { beforeAll, describe, expect, test } from 'vitest'
import type { ClaimedAttempt, ClaimResult } from '../../src/postgres/claim.ts'
import { writeProgress } from '../../src/postgres/progress.ts'
import { lookAtJobs } from '../../src/postgres/results.ts'
import { type SettlingWorker, settleWithResults } from '../../src/postgres/settle.ts'
import { askForSignal, sendSignal } from '../../src/postgres/signals.ts'
import { beginSleep, keepStep, loadSteps, stepStands, suspendAttempt } from '../../src/postgres/steps.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, plansOf, wholeScansIn } from '../support/plans.ts'

describe.each(['never analysed', 'analysed while it was empty'])('on a ledger that was %s', (state) => {
  const database = testDatabase()
  const ledger = new TestLedger(database)
  let worker: SettlingWorker
  let lane: number

  const each = async (claimed: ClaimResult, run: (of: ReturnType<typeof refs>[number]) => Promise<unknown>) => {
    for (const of of refs(claimed)) await run(of)
  }
  const statements: Record<string, (claimed: ClaimResult) => Promise<unknown>> = {
    settleWithResults: (claimed) =>
      settleWithResults(
        ledger.runner,
        worker,
        toSettle(claimed).map((item) => ({ ...item, result: '1' })),
      ),
    lookAtJobs: (claimed) =>
      lookAtJobs(
        ledger.runner,
        toSettle(claimed).map(({ pos }) => pos),
      ),
    writeProgress: (claimed) => each(claimed, (of) => writeProgress(ledger.runner, worker, of, '1')),
    keepStep: (claimed) => each(claimed, (of) => keepStep(ledger.runner, worker, of, 'one', '1')),
    beginSleep: (claimed) => each(claimed, (of) => beginSleep(ledger.runner, worker, of, 'sleep', 1e9)),
    loadSteps: (claimed) => each(claimed, (of) => loadSteps(ledger.runner, of.pos)),
    stepStands: (claimed) => each(claimed, (of) => stepStands(ledger.runner, of, 'one')),
    askForSignal: (claimed) =>
      each(claimed, (of) => askForSignal(ledger.runner, worker, of, { name: 'x', event: 'x', timeoutMs: 1e9 })),
    sendSignal: (claimed) => each(claimed, (of) => sendSignal(ledger.runner, `event ${of.pos}`, '1', 1e9)),
    suspendAttempt: (claimed) =>
      each(claimed, (of) =>
        suspendAttempt(ledger.runner, worker, {
          ...of,
          durationMs: 1,
          events: [`event ${of.pos}`],
          delayMs: 1e9,
          detail: { name: 'Deferral', message: 'it waits' },
          givesBackSlot: true,
        }),
      ),
  }

  beforeAll(async () => {
    await keepAutovacuumAway(database)
    if (state !== 'never analysed') await database.sql('analyze')
    worker = await ledger.worker()
    lane = await ledger.lane()
    const attempts = [{ pos: 1 } as ClaimedAttempt]
    const nothing: ClaimResult = {
      claimed: [{ lease: { lane, turn: 1, claim: 1 }, attempts, pass: undefined }],
      passed: [],
      gated: [],
      onlyForSlots: [],
    }
    // often enough that a plan made while all was empty is kept
    for (let i = 0; i < 10; i++) for (const run of Object.values(statements)) await run(nothing)
    await appendAttempts(await ledger.runner.client(), lane, 3_000)
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

function refs(claimed: ClaimResult) {
  return toSettle(claimed).map(({ pos, lease }) => ({ pos, lease, jobPosition: pos }))
}
