import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, unlessHeld } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

const attackMs = 4_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('under fire nothing is missed, nothing is taken twice, and nobody waits for a stranger', async () => {
  const lanes = [await ledger.lane(), await ledger.lane(), await ledger.lane()]
  const someLane = () => lanes[randomInt(lanes.length)]!
  const accepted = new Set<number>()
  const takenTimes = new Map<number, number>()
  const ended = { committed: 0, rolledBack: 0, prepared: 0, savepoints: 0 }
  const endAt = performance.now() + attackMs
  let enqueuing = true

  // open for the whole attack, with a job of its own
  const stranger = await database.connect()
  await stranger.query('begin')
  const strangers = await appendAttempts(stranger, lanes[0]!)

  async function enqueuer(): Promise<void> {
    const client = await database.connect()
    while (performance.now() < endAt || Math.min(...Object.values(ended)) === 0) {
      const positions: number[] = []
      await client.query('begin')
      for (let i = randomInt(1, 4); i > 0; i--) {
        positions.push(...(await appendAttempts(client, someLane(), randomInt(1, 12))))
        if (randomInt(3) === 0) {
          await client.query('savepoint s')
          await appendAttempts(client, someLane(), randomInt(1, 4))
          await client.query('rollback to s')
          ended.savepoints++
        }
        // most are short, some stay open over many claims
        if (randomInt(3) === 0) await pause(randomInt(20) === 0 ? 500 : randomInt(15))
      }
      const how = randomInt(10)
      if (how < 2) {
        await client.query('rollback')
        ended.rolledBack++
        continue
      }
      if (how === 2) {
        const id = randomUUID()
        await client.query(`prepare transaction '${id}'`)
        await pause(randomInt(30))
        await client.query(`commit prepared '${id}'`)
        ended.prepared++
      } else {
        await client.query('commit')
        ended.committed++
      }
      for (const pos of positions) accepted.add(pos)
    }
  }

  async function claimer(): Promise<void> {
    const runner = ledger.connection()
    const worker = await ledger.worker()
    for (;;) {
      const last = !enqueuing
      const answer = await ledger.claim(worker, lanes, { limit: randomInt(1, 40), runner }).catch(unlessHeld)
      if (answer === undefined) continue
      const { claimed, passed } = answer
      for (const { attempts } of claimed) {
        for (const { pos } of attempts) takenTimes.set(pos, (takenTimes.get(pos) ?? 0) + 1)
      }
      if (last && claimed.length === 0 && passed.length === 0) return
    }
  }

  const claimers = Array.from({ length: 4 }, claimer)
  await Promise.all(Array.from({ length: 6 }, enqueuer))
  enqueuing = false
  await Promise.all(claimers)

  const doubled = [...takenTimes].filter(([, times]) => times > 1)
  const missed = [...accepted].filter((pos) => !takenTimes.has(pos))
  const unwanted = [...takenTimes.keys()].filter((pos) => !accepted.has(pos))
  expect({ doubled, missed, unwanted }).toEqual({ doubled: [], missed: [], unwanted: [] })

  await stranger.query('commit')
  const worker = await ledger.worker()
  const late = await until('the stranger has committed', async () => {
    const taken = await ledger.claimPositions(worker, lanes)
    return taken.length > 0 && taken
  })
  expect(late).toEqual(strangers)
  expect(await ledger.claimPositions(worker, lanes)).toEqual([])
})
