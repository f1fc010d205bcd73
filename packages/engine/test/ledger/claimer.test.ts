import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import type { Statement } from '../../src/postgres/statement.ts'
import { Events } from '../../src/runtime/events.ts'
import type { Attempt, OpenLease } from '../../src/runtime/worker/attempt.ts'
import { HeldAttempts } from '../../src/runtime/worker/held-attempts.ts'
import { makeClaimer } from '../../src/runtime/worker/make-claimer.ts'
import type { Pool } from '../../src/runtime/worker/pool.ts'
import type { WorkerParts } from '../../src/runtime/worker/worker-parts.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const define = (type: string) => defineJob({ type, queue: 'mine', body: z.unknown(), run: () => {} })
const served = [define('served'), define('served too')]

/** A statement that fails. */
let failing: string | undefined
/** Whom claims are asked of, and what comes before each is answered. */
let server: string | undefined
let beforeAnswer: () => void
beforeEach(() => {
  failing = undefined
  server = undefined
  beforeAnswer = () => {}
})

async function claimerOfServed() {
  const worker = await ledger.worker()
  const offered: number[] = []
  const leases: OpenLease[] = []
  const runner: WorkerParts['claims'] = {
    get server() {
      return server
    },
    run: async (statement: Statement, values?: readonly unknown[]) => {
      if (failing !== undefined && statement.name.includes(failing)) throw new Error('no answer')
      if (statement.name.startsWith('pawl_claim')) beforeAnswer()
      return ledger.claims.run(statement, values)
    },
  }
  const parts = {
    claims: runner,
    prepare: true,
    definitions: new Map(served.map((definition) => [definition.type, definition])),
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
    offer(attempts: readonly Attempt[]) {
      offered.push(...attempts.map(({ pos }) => pos))
      leases.push(...attempts.map(({ lease }) => lease))
    },
  } as unknown as Pool
  const made = makeClaimer(parts, {
    workerId: () => worker.id,
    pools: [pool],
    held: new HeldAttempts(),
    mayStart: () => true,
    releaseBuffers: () => {},
    wake: () => {},
    handBack: () => {},
    letGo: () => {},
  })
  return { ...made, offered, leases }
}

test('a look for what was handed over that has failed is made again at once, and until then the line is not empty', async () => {
  const { claimer, standby, offered } = await claimerOfServed()
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

test('while all that it finds is held by others it asks less and less often, until something was claimed', async () => {
  const { claimer, offered } = await claimerOfServed()
  const client = await ledger.runner.client()
  const [held, other] = [
    await ledger.lane({ queue: 'mine', type: 'served' }),
    await ledger.lane({ queue: 'mine', type: 'served too' }),
  ]
  const holder = await database.connect()
  onTestFinished(() => holder.end())
  const hold = () => holder.query(`select pg_advisory_lock('pawl.lane'::regclass::oid::int, $1)`, [held])
  const delays = async (times: number) => {
    const all: number[] = []
    // others may be told of again meanwhile: with the held one alone it would wait for that
    for (let i = 0; i < times; i++) {
      claimer.notify(`${held},${other}`)
      all.push(await claimer.runOnce())
    }
    return all
  }
  await delays(1)
  await hold()
  expect(await delays(8)).toEqual([3, 6, 12, 24, 48, 96, 100, 100])
  const [pos] = await appendAttempts(client, other)
  await delays(1)
  expect(offered).toEqual([pos])
  expect(await delays(3)).toEqual([3, 6, 12])
})

test('a lease says of which server it was asked, and when: before the claim was sent', async () => {
  const { claimer, leases } = await claimerOfServed()
  const lane = await ledger.lane({ queue: 'mine', type: 'served' })
  await appendAttempts(await ledger.runner.client(), lane)
  server = 'one'
  let sentAt = 0
  beforeAnswer = () => {
    sentAt = performance.now()
  }
  await until('it is claimed', async () => {
    await claimer.runOnce()
    return leases.length > 0
  })
  expect(leases[0]!.origin).toEqual({ server: 'one', askedAt: expect.any(Number) })
  expect(leases[0]!.origin!.askedAt).toBeLessThanOrEqual(sentAt)
})

test('a lease of a claim during which the connection went to another server says of none', async () => {
  const { claimer, leases } = await claimerOfServed()
  const lane = await ledger.lane({ queue: 'mine', type: 'served' })
  await appendAttempts(await ledger.runner.client(), lane)
  server = 'one'
  let claims = 0
  beforeAnswer = () => {
    server = `another, ${++claims}`
  }
  await until('it is claimed', async () => {
    await claimer.runOnce()
    return leases.length > 0
  })
  expect(leases[0]!.origin).toBeUndefined()
})
