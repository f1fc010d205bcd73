import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import type { Statement } from '../../src/postgres/statement.ts'
import { Events } from '../../src/runtime/events.ts'
import { HeldAttempts } from '../../src/runtime/worker/held-attempts.ts'
import { makeClaimer } from '../../src/runtime/worker/make-claimer.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import type { WorkerParts } from '../../src/runtime/worker/worker-parts.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const served = defineJob({ type: 'served', queue: 'mine', body: z.unknown(), run: () => {} })

/** A statement that fails. */
let failing: string | undefined
beforeEach(() => {
  failing = undefined
})

async function makeClaimerOfServed() {
  const worker = await ledger.worker()
  const offered: number[] = []
  const runner: WorkerParts['claims'] = {
    run: (statement: Statement, values?: readonly unknown[]) => {
      if (failing !== undefined && statement.name.includes(failing)) return Promise.reject(new Error('no answer'))
      return ledger.claims.run(statement, values)
    },
  }
  const parts = {
    claims: runner,
    prepare: true,
    definitions: new Map([[served.type, served]]),
    events: new Events(),
    settings: { pollMs: 3_600_000 },
    hears: () => true,
  } as unknown as WorkerParts
  const pool = {
    ...{
      options: { queue: 'mine', startRate: undefined, batch: 1 },
      wanted: () => 1,
      free: 1,
      waiting: [],
      busy: false,
    },
    offer: (attempts: readonly { pos: number }[]) => void offered.push(...attempts.map(({ pos }) => pos)),
  } as unknown as Pool
  const made = makeClaimer(parts, {
    workerId: () => worker.id,
    pools: [pool],
    held: new HeldAttempts(),
    mayStart: () => true,
    runAlone: async () => {},
    handBack: () => {},
    letGo: () => {},
  })
  return { ...made, offered }
}

test('a look for what was handed over that has failed is made again at once, and until then the line is not empty', async () => {
  const { claimer, standby, offered } = await makeClaimerOfServed()
  const lane = await ledger.lane({ queue: 'mine', type: 'served' })
  const [pos] = await appendAttempts(await ledger.runner.client(), lane)
  await until('it stands by', async () => {
    await claimer.runOnce()
    return standby.leases.length > 0
  })
  expect(offered).toEqual([pos])
  claimer.notify('*')
  await until('the line is empty', async () => {
    await claimer.runOnce()
    return claimer.emptyAt > 0
  })
  const now = performance.now()
  claimer.notify('*')
  failing = 'standby_followed'
  await expect(claimer.runOnce()).rejects.toThrow('no answer')
  await expect(claimer.runOnce(), 'again').rejects.toThrow('no answer')
  expect(claimer.emptyAt).toBeLessThan(now)
  failing = undefined
  await claimer.runOnce()
  expect(claimer.emptyAt).toBeGreaterThan(now)
})
