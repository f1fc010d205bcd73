import { expect, test } from 'vitest'
import { cancelInLine } from '../../src/postgres/cancel.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, positionsOf, TestLedger, toSettle } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

async function holdLane(lane: number) {
  const client = await database.connect()
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  return () => client.query('commit')
}

/** In the order in which the worker is to run them: each lane's row is in order, the limit went by rank and age. */
async function drainOneByOne(lanes: { id: number; rank: number }[]): Promise<number[]> {
  const worker = await ledger.worker()
  const taken: number[] = []
  for (;;) {
    const batch = await ledger.claimPositions(worker, lanes, { limit: 1 })
    if (batch.length === 0) return taken
    taken.push(...batch)
  }
}

test('several lanes are served by rank, and those of one rank by age', async () => {
  const client = await database.connect()
  const [urgent, a, b] = [await ledger.lane(), await ledger.lane(), await ledger.lane()]
  const [a1] = await appendAttempts(client, a)
  const [b1, b2] = await appendAttempts(client, b, 2)
  const [a2] = await appendAttempts(client, a)
  const [u1, u2] = await appendAttempts(client, urgent, 2)
  const lanes = [
    { id: b, rank: 11 },
    { id: a, rank: 11 },
    { id: urgent, rank: 1 },
  ]
  expect(await drainOneByOne(lanes)).toEqual([u1, u2, a1, b1, b2, a2])
})

test('one claim takes from several lanes up to its limit, and the next one goes on in each of them', async () => {
  const client = await database.connect()
  const worker = await ledger.worker()
  const [a, b] = [await ledger.lane(), await ledger.lane()]
  const rounds = []
  for (let i = 0; i < 3; i++)
    rounds.push([...(await appendAttempts(client, a, 2)), ...(await appendAttempts(client, b, 2))])
  for (const round of rounds) {
    const result = await ledger.claim(worker, [a, b], { limit: 4 })
    expect(result.claimed.map(({ lease }) => lease.lane).sort()).toEqual([a, b].sort())
    expect(positionsOf(result).sort((x, y) => x - y)).toEqual(round)
  }
  expect(await ledger.claimPositions(worker, [a, b])).toEqual([])
})

test('what committed late keeps its place in its own lane when lanes are merged by age', async () => {
  const [client, late] = [await database.connect(), await database.connect()]
  const worker = await ledger.worker()
  const [a, b] = [await ledger.lane(), await ledger.lane()]
  const a1 = await appendAttempts(client, a)
  await late.query('begin')
  await late.query('select pg_current_xact_id()')
  const a2 = await appendAttempts(client, a)
  const b1 = await appendAttempts(client, b)
  const a3 = await appendAttempts(late, a)
  await late.query('commit')
  // in order of (transaction, position) lane a is a1, a3, a2: a2 must not be leased around a3
  expect(await ledger.claimPositions(worker, [a, b], { limit: 1 })).toEqual(a1)
  expect(await ledger.claimPositions(worker, [a, b], { limit: 1 })).toEqual(b1)
  expect(await ledger.claimPositions(worker, [a, b], { limit: 1 })).toEqual(a3)
  expect(await ledger.claimPositions(worker, [a, b], { limit: 1 })).toEqual(a2)
  expect(await ledger.claimPositions(worker, [a, b], { limit: 1 })).toEqual([])
})

test('a lane that another claim holds is passed over and named, while the others are served', async () => {
  const client = await database.connect()
  const worker = await ledger.worker()
  const [held, free] = [await ledger.lane(), await ledger.lane()]
  const waiting = await appendAttempts(client, held, 2)
  const served = await appendAttempts(client, free, 2)
  const release = await holdLane(held)
  const first = await ledger.claim(worker, [held, free])
  expect(first.passed).toEqual([held])
  expect(positionsOf(first)).toEqual(served)
  await release()
  const second = await ledger.claim(worker, [held, free])
  expect(second.passed).toEqual([])
  expect(positionsOf(second)).toEqual(waiting)
})

test('a claim whose only lane is held waits for its turn, and then sees what the other one has taken', async () => {
  const [client, other] = [await database.connect(), await database.connect()]
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const [first, ...rest] = await appendAttempts(client, lane, 3)
  await other.query('begin')
  const claimOne = `select turn from pawl.claim($1, 1, array[$2::int], '{1}', '{0}', '{work}', '{1}', '{1}', '{null}', '{null}', '{1}', array[''])`
  await other.query(claimOne, [worker.id, lane])
  const waiting = ledger.claimPositions(worker, lane)
  await other.query('commit')
  expect(await waiting).toEqual(rest)
  expect(rest).not.toContain(first)
})

test('cancelled attempts are answered as settled, so an empty answer still means an empty line', async () => {
  const client = await database.connect()
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const positions = await appendAttempts(client, lane, 4)
  await cancelInLine(ledger.runner, positions.slice(0, 2))
  const first = await ledger.claim(worker, lane, { limit: 2 })
  expect(first.claimed[0]!.attempts.map(({ pos, settled }) => [pos, settled])).toEqual([
    [positions[0], true],
    [positions[1], true],
  ])
  const second = await ledger.claim(worker, lane, { limit: 2 })
  expect(second.claimed[0]!.attempts.map(({ pos, rest }) => [pos, rest])).toEqual([
    [positions[2], null],
    [positions[3], null],
  ])
  expect(await settleSucceeded(ledger.runner, worker, toSettle(first))).toBe(0)
  expect(await settleSucceeded(ledger.runner, worker, toSettle(second))).toBe(2)
})

test('a lease tells what was taken ahead, also where positions are several ranges and out of order', async () => {
  const [early, late] = [await database.connect(), await database.connect()]
  const [lane, other] = [await ledger.lane(), await ledger.lane()]
  const worker = await ledger.worker()
  // the first to begin has the later positions
  await early.query('begin')
  await early.query('select pg_current_xact_id()')
  const first = await appendAttempts(late, lane, 4)
  await appendAttempts(late, other)
  const second = await appendAttempts(late, lane, 3)
  const third = await appendAttempts(early, lane, 3)
  await early.query('commit')
  const line = [...third, ...first, ...second]
  expect(await ledger.claimPositions(worker, lane, { limit: 10, free: 5 })).toEqual(line)
  const ranges = (positions: number[]) => `{${positions.map((pos) => `[${pos},${pos}]`).join(',')}}`
  const [lease] = await database.sql(
    'select positions = $2::int8multirange as positions, ahead = $3::int8multirange as ahead from pawl.lease where lane = $1',
    [lane, ranges(line), ranges(line.slice(5))],
  )
  expect(lease).toEqual({ positions: true, ahead: true })
})

test('a lease holds its positions as ranges, not one by one', async () => {
  const lane = await ledger.lane()
  const positions = await appendAttempts(await database.connect(), lane, 500)
  const worker = await ledger.worker()
  await ledger.claim(worker, lane, { limit: 500, free: 10 })
  const [lease] = await database.sql('select positions::text, ahead::text from pawl.lease where lane = $1', [lane])
  expect(lease).toEqual({
    positions: `{[${positions[0]},${positions[499]! + 1})}`,
    ahead: `{[${positions[10]},${positions[499]! + 1})}`,
  })
})
