import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { Events } from '../../src/runtime/events.ts'
import { HeldAttempts } from '../../src/runtime/worker/held-attempts.ts'
import { makeClaimer } from '../../src/runtime/worker/make-claimer.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import type { WorkerParts } from '../../src/runtime/worker/worker-parts.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a worker looks up a lane that it does not serve once, and then leaves it alone', async () => {
  const worker = await ledger.worker()
  const served = defineJob({ type: 'served', queue: 'mine', body: z.object({}), run: () => {} })
  const parts = {
    claims: ledger.runner,
    prepare: true,
    definitions: new Map([[served.type, served]]),
    events: new Events(),
    settings: { pollMs: 3_600_000 },
  } as unknown as WorkerParts
  const { claimer } = makeClaimer(parts, {
    workerId: () => worker.id,
    pools: [{ options: { queue: 'mine', startRate: undefined }, wanted: () => 1, free: 1, busy: false } as Pool],
    held: new HeldAttempts(),
    mayStart: () => true,
    releaseBuffers: () => {},
    wake: () => {},
    handBack: () => {},
    letGo: () => {},
  })
  await claimer.runOnce()
  const foreign = await ledger.lane({ queue: 'theirs' })
  expect(claimer.notify(String(foreign)), 'it might be a new one').toBe(true)
  await claimer.runOnce()
  await claimer.runOnce()
  expect(claimer.notify(String(foreign))).toBe(false)
  const mine = await ledger.lane({ queue: 'mine', type: 'served' })
  expect(claimer.notify(`${foreign},${mine}`)).toBe(true)
  await claimer.runOnce()
  await claimer.runOnce()
  expect(claimer.notify(String(mine)), 'it is known, and may have work').toBe(true)
})
