import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  handBack,
  lostLeases,
  type SettlingWorker,
  settleDead,
  settleLater,
  settleSucceeded,
  type ToSettle,
} from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { passFence } from '../support/openings.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const error = { name: 'Error', message: 'no' }

let worker: SettlingWorker
let lane: number
let items: ToSettle[]

beforeEach(async () => {
  worker = await ledger.worker()
  lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane, 3)
  items = toSettle(await ledger.claim(worker, lane))
})

/** How many rows the ledger holds, by table: what a refused write must leave alone. */
async function rows() {
  const [counts] = await database.sql(`select (select count(*) from pawl.outcome)::int as outcomes,
    (select count(*) from pawl.later)::int as later, (select count(*) from pawl.dead)::int as dead,
    (select count(*) from pawl.attempt)::int as attempts`)
  return counts
}

type Settle = (worker: SettlingWorker, items: readonly ToSettle[]) => Promise<number>
const { runner } = ledger
const ways: Record<string, Settle> = {
  succeeded: (who, list) => settleSucceeded(runner, who, list),
  retryable: (who, list) =>
    settleLater(
      runner,
      who,
      list.map((item) => ({ ...item, kind: 'retryable', delayMs: 0, error })),
    ),
  deferred: (who, list) =>
    settleLater(
      runner,
      who,
      list.map((item) => ({ ...item, kind: 'deferred', delayMs: 0, error: null })),
    ),
  failed: (who, list) =>
    settleDead(
      runner,
      who,
      list.map((item) => ({ ...item, reason: 'permanent', error })),
    ),
  'handed back': (who, list) =>
    handBack(
      runner,
      who,
      list.map((item) => ({ ...item, frontLane: lane })),
    ),
  fenced: async (who, list) => {
    let passed = 0
    for (const { lease, pos } of list)
      passed += (await passFence(runner, { worker: who, lease, pos, idleMs: 0 })) ? 1 : 0
    return passed
  },
}

describe.each(Object.keys(ways))('settling as %s', (name) => {
  const settle = ways[name]!

  test('with the lease it is written once, and a second time nothing', async () => {
    expect(await settle(worker, items)).toBe(3)
    const written = await rows()
    expect(await settle(worker, items)).toBe(0)
    expect(await rows()).toEqual(written)
  })

  test.each<[string, () => Promise<[SettlingWorker, ToSettle[]]>]>([
    ['the id of a stranger', async () => [{ ...worker, id: randomUUID() }, items]],
    ['the id of another worker that is alive', async () => [await ledger.worker(), items]],
    ['another claim of its own', async () => [worker, change({ claim: items[0]!.lease.claim + 1 })]],
    ['another turn', async () => [worker, change({ turn: items[0]!.lease.turn + 1 })]],
    ['another lane', async () => [worker, change({ lane: lane + 1 })]],
  ])('with %s nothing is written', async (_, proof) => {
    const before = await rows()
    expect(await settle(...(await proof()))).toBe(0)
    expect(await rows()).toEqual(before)
    expect(await settle(worker, items), 'and the lease is as good as before').toBe(3)
  })

  test('with a lease that vanished, and whose turn somebody else has now, nothing is written', async () => {
    await database.sql('delete from pawl.lease where lane = $1', [lane])
    const before = await rows()
    expect(await settle(worker, items)).toBe(0)
    const other = await ledger.worker()
    const taken = toSettle(await ledger.claim(other, lane))
    expect(taken[0]!.lease).toMatchObject({ lane, turn: items[0]!.lease.turn })
    expect(await settle(worker, items)).toBe(0)
    expect(await rows()).toEqual(before)
    expect(await settle(other, taken)).toBe(3)
  })
})

test('a worker can ask which of its leases are gone', async () => {
  const leases = [items[0]!.lease, change({ claim: -1 })[0]!.lease, change({ turn: 77 })[0]!.lease]
  expect(await lostLeases(runner, worker.id, leases)).toEqual(leases.slice(1))
  expect(await lostLeases(runner, randomUUID(), leases)).toHaveLength(3)
})

function change(part: Partial<ToSettle['lease']>): ToSettle[] {
  const lease = { ...items[0]!.lease, ...part }
  return items.map((item) => ({ ...item, lease }))
}
