import { afterEach, expect, test } from 'vitest'
import { reclaimAttempt } from '../../src/postgres/reclaim.ts'
import { handBack, settleDead, settleLater } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const error = { name: 'Error', message: 'no' }

/** The second half of a settlement fails. */
async function refuseInserts(table: 'later' | 'dead' | 'attempt') {
  await database.sql(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the test'; end $$;
    create trigger refuse before insert on pawl.${table} for each row execute function refuse()`)
}

afterEach(() => database.sql('drop function if exists refuse() cascade'))

async function claimedItems() {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await appendAttempts(await database.connect(), lane, 3)
  const items = toSettle(await ledger.claim(worker, lane))
  const outcomes = () =>
    database.sql('select pos from pawl.outcome where pos = any ($1)', [items.map(({ pos }) => pos)])
  return { worker, lane, items, outcomes }
}

test('a retry that cannot be written to `later` leaves no outcome either', async () => {
  const { worker, items, outcomes } = await claimedItems()
  const retries = items.map((item) => ({ ...item, kind: 'retryable' as const, delayMs: 0, error }))
  await refuseInserts('later')
  await expect(settleLater(ledger.runner, worker, retries)).rejects.toThrow('refused by the test')
  expect(await outcomes()).toEqual([])
  await database.sql('drop function refuse() cascade')
  expect(await settleLater(ledger.runner, worker, retries)).toBe(3)
})

test('a failure whose dead letter cannot be written leaves no outcome either', async () => {
  const { worker, items, outcomes } = await claimedItems()
  await refuseInserts('dead')
  const failures = items.map((item) => ({ ...item, reason: 'permanent', error }))
  await expect(settleDead(ledger.runner, worker, failures)).rejects.toThrow('refused by the test')
  expect(await outcomes()).toEqual([])
})

test('a job that cannot be put back at the front stays leased', async () => {
  const { worker, lane, items, outcomes } = await claimedItems()
  await refuseInserts('attempt')
  const returned = items.map((item) => ({ ...item, frontLane: lane }))
  await expect(handBack(ledger.runner, worker, returned)).rejects.toThrow('refused by the test')
  expect(await outcomes()).toEqual([])
})

test('a reclaim whose next attempt cannot be written takes nothing away', async () => {
  const { worker, lane, items, outcomes } = await claimedItems()
  await refuseInserts('attempt')
  const item = { pos: items[0]!.pos, workerNumber: worker.number } as Parameters<typeof reclaimAttempt>[1]
  await expect(reclaimAttempt(ledger.runner, item, lane, 0, {})).rejects.toThrow('refused by the test')
  expect(await outcomes()).toEqual([])
})
