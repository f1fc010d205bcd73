import { beforeEach, describe, expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { askForSignal } from '../../src/postgres/signals.ts'
import { type AttemptRef, beginSleep, insertStep, keepStep, loadSteps, stepStands } from '../../src/postgres/steps.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { holdAttempt } from '../support/openings.ts'
import { takers as allTakers, type Taker } from '../support/takers.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

const takers: Readonly<Record<string, Taker>> = allTakers

type Worker = Awaited<ReturnType<TestLedger['worker']>>

/** What a running attempt may write before its outcome. Each tells whether it was written. */
const writes: Record<
  string,
  (runner: ReturnType<typeof clientRunner>, worker: Worker, of: AttemptRef) => Promise<boolean>
> = {
  'a step': (runner, worker, of) => keepStep(runner, worker, of, 'one', '1'),
  'a sleep': async (runner, worker, of) => (await beginSleep(runner, worker, of, 'sleep', 1_000)) !== undefined,
  'a wait': async (runner, worker, of) =>
    (await askForSignal(runner, worker, of, { name: 'x', event: 'x', timeoutMs: undefined })) !== undefined,
}

let worker: Worker
let lane: number
let of: AttemptRef

beforeEach(async () => {
  worker = await ledger.worker()
  lane = await ledger.lane()
  await appendAttempts(await ledger.runner.client(), lane)
  const [item] = toSettle(await ledger.claim(worker, lane))
  of = { ...item!, jobPosition: item!.pos }
})

const written = async () => {
  const rows = await database.sql('select from pawl.step where job_id = $1', [of.pos])
  return rows.length
}

/** A connection, and a way to wait until it waits for somebody else's lock. */
async function blockable() {
  const client = await database.connect()
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
  const isBlocked = () =>
    until('it waits for a lock', async () => {
      const [row] = await database.sql('select cardinality(pg_blocking_pids($1)) > 0 as waits', [pid])
      return row.waits
    })
  return { client, isBlocked }
}

describe.each(Object.keys(writes))('%s', (name) => {
  const write = writes[name]!

  test('is written while the attempt is open, and again changes nothing', async () => {
    expect(await write(ledger.runner, worker, of)).toBe(true)
    expect(await write(ledger.runner, worker, of)).toBe(true)
    expect(await written()).toBe(1)
  })

  test('is refused to a worker that does not have the lease', async () => {
    const stranger = await ledger.worker('stranger')
    expect(await write(ledger.runner, stranger, of)).toBe(false)
    expect(await write(ledger.runner, worker, { ...of, lease: { ...of.lease, claim: of.lease.claim + 1 } })).toBe(false)
    expect(await write(ledger.runner, worker, { ...of, lease: { ...of.lease, turn: of.lease.turn + 1 } })).toBe(false)
    expect(await written()).toBe(0)
  })

  test('is refused when the worker itself has settled the attempt', async () => {
    await settleSucceeded(ledger.runner, worker, [{ ...of, durationMs: 1 }])
    expect(await write(ledger.runner, worker, of)).toBe(false)
    expect(await written()).toBe(0)
  })

  test.each(Object.keys(takers))('is refused after %s', async (taker) => {
    await takers[taker]!(ledger.runner, of.pos, lane)
    expect(await write(ledger.runner, worker, of)).toBe(false)
    expect(await written()).toBe(0)
  })

  test.each(Object.keys(takers))('waits for %s that is under way, and is refused when that commits', async (taker) => {
    const thief = await database.connect()
    const zombie = await blockable()
    await thief.query('begin')
    await takers[taker]!(clientRunner(thief, false), of.pos, lane)
    const answer = write(clientRunner(zombie.client, false), worker, of)
    await zombie.isBlocked()
    await thief.query('commit')
    expect(await answer).toBe(false)
    expect(await written()).toBe(0)
  })

  test('waits for cancel that is under way, and is written when that is rolled back', async () => {
    const thief = await database.connect()
    const owner = await blockable()
    await thief.query('begin')
    await takers.cancel!(clientRunner(thief, false), of.pos, lane)
    const answer = write(clientRunner(owner.client, false), worker, of)
    await owner.isBlocked()
    await thief.query('rollback')
    expect(await answer).toBe(true)
  })

  test.each(['reclaim', 'reclaim of a dead letter', 'cancel'])(
    'that is under way is left alone by %s, for another round',
    async (taker) => {
      const [owner, thief] = [await database.connect(), await database.connect()]
      await owner.query('begin')
      expect(await write(clientRunner(owner, false), worker, of)).toBe(true)
      await expect(takers[taker]!(clientRunner(thief, false), of.pos, lane)).rejects.toMatchObject({ code: '55P03' })
      await owner.query('commit')
      await takers[taker]!(clientRunner(thief, false), of.pos, lane)
      expect(await written()).toBe(1)
      expect(await database.sql('select from pawl.outcome where pos = $1', [of.pos])).toHaveLength(1)
    },
  )
})

describe('a step with a transaction of its own', () => {
  test('holds its attempt from the beginning, so that nobody else runs the job before it has ended', async () => {
    const [owner, thief] = [await database.connect(), await database.connect()]
    const runner = clientRunner(owner, false)
    await owner.query('begin')
    expect(await holdAttempt(runner, worker, of, 0)).toBe(true)
    await expect(takers.reclaim!(clientRunner(thief, false), of.pos, lane)).rejects.toMatchObject({ code: '55P03' })
    await insertStep(runner, of, 'one', '1')
    await owner.query('commit')
    await takers.reclaim!(clientRunner(thief, false), of.pos, lane)
    expect((await loadSteps(ledger.runner, of.jobPosition)).map(({ name, value }) => [name, value])).toEqual([
      ['one', 1],
    ])
  })

  test('does not wait for the other steps of its attempt', async () => {
    const owner = await database.connect()
    await owner.query('begin')
    expect(await holdAttempt(clientRunner(owner, false), worker, of, 0)).toBe(true)
    expect(await keepStep(ledger.runner, worker, of, 'other', '2')).toBe(true)
    await owner.query('rollback')
  })

  test('whose connection broke is known to stand, or not, when its transaction has ended', async () => {
    for (const end of ['commit', 'rollback']) {
      const owner = await database.connect()
      const asker = await blockable()
      const runner = clientRunner(owner, false)
      await owner.query('begin')
      await holdAttempt(runner, worker, of, 0)
      await insertStep(runner, of, end, undefined)
      const answer = stepStands(clientRunner(asker.client, false), of, end)
      await asker.isBlocked()
      await owner.query(end)
      expect(await answer).toBe(end === 'commit')
    }
  })
})
