import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { Events } from '../../src/runtime/events.ts'
import { Claimer } from '../../src/runtime/worker/claimer.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

test('a worker looks up a lane that it does not serve once, and then leaves it alone', async () => {
  const worker = await ledger.worker()
  const served = defineJob({ type: 'served', queue: 'mine', body: z.object({}), run: () => {} })
  const claimer = new Claimer({
    runner: ledger.runner,
    prepared: true,
    workerId: () => worker.id,
    definitions: new Map([[served.type, served]]),
    pools: [{ options: { queue: 'mine', startRate: undefined }, wanted: () => 1, free: 1, busy: false } as Pool],
    events: new Events(),
    pollMs: 3_600_000,
    onLease: () => {},
    runAlone: async () => {},
    onSettledInLine: () => {},
    declareSources: async () => {},
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
