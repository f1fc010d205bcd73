import { expect, test } from 'vitest'
import { claimSettings } from '../../src/postgres/claim.ts'
import { enqueueSettings } from '../../src/postgres/enqueue.ts'
import { appendAttempts, TestLedger, unlessHeld } from '../support/ledger.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { TestStandby } from '../support/standby.ts'

// nothing is handed over while a transaction of any database of the server is in flight
const ledger = new TestLedger(ownPostgres())
const standby = new TestStandby(ledger)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('enqueues that hand over, claims, and workers that stand by, all at once: each job is taken once', async () => {
  const lane = await ledger.lane()
  const first = await appendAttempts(await ledger.runner.client(), lane)
  const appended: number[] = [...first]
  const taken: number[] = []
  let handed = 0
  let isOver = false
  const enqueue = async (rhythm: number) => {
    const runner = ledger.connection(enqueueSettings)
    // some close together, others with a claim or two in between
    for (let i = 0; handed < 40 || i < 200; i++) {
      await pause((i * rhythm) % 7)
      const written = await standby.enqueue(lane, '{}', runner)
      appended.push(written.id)
      if (!written.handed) continue
      handed++
      taken.push(written.id)
    }
  }
  const work = async (isFirst: boolean) => {
    const runner = ledger.connection(claimSettings)
    const worker = await ledger.worker()
    await standby.listens(worker)
    while (!isOver) {
      const claimed = await ledger.claimPositions(worker, lane, { first: isFirst, runner, limit: 3 }).catch(unlessHeld)
      taken.push(...(claimed ?? []))
      if (claimed?.length === 0) await standby.standBy(worker, lane)
      await pause(1)
    }
    for (;;) {
      const claimed = await ledger.claimPositions(worker, lane, { runner })
      if (claimed.length === 0) return
      taken.push(...claimed)
    }
  }
  const working = [work(true), work(false)]
  await Promise.all([enqueue(3), enqueue(5)]).finally(() => {
    isOver = true
  })
  await Promise.all(working)
  expect(new Set(taken).size, 'none twice').toBe(taken.length)
  expect(taken.sort((a, b) => a - b)).toEqual(appended.sort((a, b) => a - b))
}, 600_000)
