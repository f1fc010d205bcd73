import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** A fresh lane and one claimer of it. Each `open` is a transaction of its own that has appended `count` attempts. */
async function scene() {
  const lane = await ledger.lane()
  const worker = await ledger.worker()
  const other = await database.connect()
  return {
    lane,
    append: (count = 1) => appendAttempts(other, lane, count),
    claim: (limit = 100) => ledger.claimPositions(worker, lane, { limit }),
    async open(count = 1) {
      const client = await database.connect()
      await client.query('begin')
      return Object.assign(client, { positions: await appendAttempts(client, lane, count) })
    },
  }
}

const commit = (client: pg.Client) => client.query('commit')

test('a late commit behind the cursor is taken by the next claim', async () => {
  const { open, append, claim } = await scene()
  const late = await open()
  const [before, after] = [await append(), await append()]
  expect(await claim()).toEqual([...before, ...after])
  expect(await claim()).toEqual([])
  await commit(late)
  expect(await claim()).toEqual(late.positions)
  expect(await claim()).toEqual([])
})

test('a transaction that stays open through many windows holds up nobody and is not forgotten', async () => {
  const { open, append, claim } = await scene()
  const late = await open(2)
  for (let i = 0; i < 5; i++) {
    const positions = await append(3)
    expect(await claim()).toEqual(positions)
    expect(await claim()).toEqual([])
  }
  await commit(late)
  expect(await claim()).toEqual(late.positions)
  expect(await claim()).toEqual([])
})

test('what commits while a window is being used up waits for the next one, and the window keeps its order', async () => {
  const { open, append, claim } = await scene()
  const late = await open(2)
  const first = await append(5)
  expect(await claim(2)).toEqual(first.slice(0, 2))
  await commit(late)
  const second = await append(2)
  expect(await claim(2)).toEqual(first.slice(2, 4))
  expect(await claim(2)).toEqual(first.slice(4))
  expect(await claim(2)).toEqual(late.positions)
  expect(await claim(2)).toEqual(second)
  expect(await claim(2)).toEqual([])
})

test('several stragglers, ended in another order than they began, are taken one at a time without a gap', async () => {
  const { open, append, claim } = await scene()
  const [a, b, c] = [await open(2), await open(2), await open(2)]
  const middle = await append()
  expect(await claim(1)).toEqual(middle)
  await commit(c)
  await commit(a)
  const end = await append()
  const expected = [...a.positions, ...c.positions, ...end]
  const taken: number[] = []
  for (let i = 0; i < expected.length; i++) taken.push(...(await claim(1)))
  expect(taken).toEqual(expected)
  await commit(b)
  expect(await claim(1)).toEqual(b.positions.slice(0, 1))
  expect(await claim(1)).toEqual(b.positions.slice(1))
  expect(await claim(1)).toEqual([])
})

test('a straggler that ends while the window behind it is half used is taken after the rest of that window', async () => {
  const { open, append, claim } = await scene()
  const [a, b] = [await open(), await open()]
  expect(await claim()).toEqual([])
  await append()
  await claim()
  await commit(a)
  const rest = await append(3)
  expect(await claim(2)).toEqual([...a.positions, rest[0]])
  await commit(b)
  expect(await claim(100)).toEqual(rest.slice(1))
  expect(await claim(100)).toEqual(b.positions)
})

test('positions of two transactions that interleave are taken by transaction, each once', async () => {
  const { lane, open, claim } = await scene()
  const [a, b] = [await open(), await open()]
  for (let i = 0; i < 3; i++) {
    a.positions.push(...(await appendAttempts(a, lane)))
    b.positions.push(...(await appendAttempts(b, lane)))
  }
  await commit(b)
  expect(await claim(3)).toEqual(b.positions.slice(0, 3))
  await commit(a)
  expect(await claim(3)).toEqual(b.positions.slice(3))
  expect(await claim(3)).toEqual(a.positions.slice(0, 3))
  expect(await claim(3)).toEqual(a.positions.slice(3))
  expect(await claim(3)).toEqual([])
})

test('rollbacks, of a transaction or to a savepoint, leave no trace and nothing to wait for', async () => {
  const { lane, open, append, claim } = await scene()
  const [gone, half] = [await open(3), await open(1)]
  await half.query('savepoint s')
  await appendAttempts(half, lane, 2)
  await half.query('rollback to s')
  await half.query('savepoint t')
  const kept = await appendAttempts(half, lane, 2)
  await half.query('release t')
  const plain = await append()
  expect(await claim()).toEqual(plain)
  await gone.query('rollback')
  expect(await claim()).toEqual([])
  await commit(half)
  expect(await claim()).toEqual([...half.positions, ...kept])
  expect(await claim()).toEqual([])
})

test('what was prepared for a two-phase commit is in flight until its second phase', async () => {
  const { open, append, claim } = await scene()
  const [committed, aborted] = [await open(2), await open(2)]
  const id = randomUUID()
  await committed.query(`prepare transaction '${id} committed'`)
  await aborted.query(`prepare transaction '${id} aborted'`)
  const plain = await append()
  expect(await claim()).toEqual(plain)
  await aborted.query(`rollback prepared '${id} aborted'`)
  expect(await claim()).toEqual([])
  await database.sql(`commit prepared '${id} committed'`)
  expect(await claim()).toEqual(committed.positions)
  expect(await claim()).toEqual([])
})
