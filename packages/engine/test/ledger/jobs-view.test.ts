import { expect, test } from 'vitest'
import { findJob } from '../../src/postgres/jobs.ts'
import { settleLater, settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf, plansOf, wholeScansIn } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const show = (pos: number) => findJob(ledger.runner, `job_${pos}`)

test('what was claimed ahead is pending with its worker’s name until the worker reports that it runs', async () => {
  const worker = await ledger.worker('holder')
  const lane = await ledger.lane()
  const [started, ahead, inLine] = await appendAttempts(await database.connect(), lane, 3)
  await ledger.claim(worker, lane, { limit: 2, free: 1 })
  expect(await show(started!)).toMatchObject({ status: 'running', lockedBy: 'holder' })
  expect(await show(ahead!)).toMatchObject({ status: 'pending', lockedBy: 'holder' })
  expect((await show(ahead!))!.lockedAt).toBeInstanceOf(Date)
  expect(await show(inLine!)).toMatchObject({ status: 'pending', lockedBy: null, lockedAt: null })
  await database.sql(`update pawl.worker set running = int8multirange(int8range($2, $2, '[]')) where id = $1`, [
    worker.id,
    ahead,
  ])
  expect(await show(ahead!)).toMatchObject({ status: 'running', lockedBy: 'holder' })
})

test('an attempt is shown in line or leased rightly while windows move on and transactions commit late', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const [client, late] = [await database.connect(), await database.connect()]
  await late.query('begin')
  const [straggler] = await appendAttempts(late, lane)
  const [first, second] = await appendAttempts(client, lane, 2)
  await ledger.claim(worker, lane, { limit: 1 })
  await late.query('commit')
  const status = async () => Promise.all([straggler, first, second].map(async (pos) => (await show(pos!))!.status))
  expect(await status()).toEqual(['pending', 'running', 'pending'])
  await ledger.claim(worker, lane, { limit: 1 })
  expect(await status()).toEqual(['pending', 'running', 'running'])
  await ledger.claim(worker, lane, { limit: 1 })
  expect(await status()).toEqual(['running', 'running', 'running'])
})

test('a job is shown once, whatever its attempts came to', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const [pos] = await appendAttempts(await database.connect(), lane)
  const retries = toSettle(await ledger.claim(worker, lane)).map((item) => ({
    ...item,
    kind: 'retryable' as const,
    delayMs: 1e6,
    error: { name: 'Error', message: 'no' },
  }))
  await settleLater(ledger.runner, worker, retries)
  const rows = await database.sql('select status, attempt from pawl.jobs where id = $1', [`job_${pos}`])
  expect(rows).toEqual([{ status: 'retryable', attempt: 2 }])
})

test('to look up one job by its id reads by indexes only, and costs the same in a large ledger', async () => {
  await keepAutovacuumAway(database)
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const client = await ledger.runner.client()
  const byId = 'select * from pawl.job($1)'
  const byNumber = 'select * from pawl.jobs where number = $1'
  const [finished] = await appendAttempts(client, lane)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane)))
  const blocks = async (pos: number) => [
    await leastBlocksOf(client, byId, [`job_${pos}`]),
    await leastBlocksOf(client, byNumber, [pos]),
  ]
  const small = await blocks(finished!)
  for (let i = 0; i < 100; i++) {
    await appendAttempts(client, lane, 300)
    await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 300 })))
  }
  const [running, pending] = await appendAttempts(client, lane, 2)
  await ledger.claim(worker, lane, { limit: 1 })
  for (const pos of [finished, running, pending]) {
    expect(wholeScansIn(await plansOf(client, () => show(pos!)))).toEqual([])
    const [one, other] = await blocks(pos!)
    expect(one).toBeLessThanOrEqual(small[0]! + 40)
    // without the settings of pawl.job PostgreSQL may read all the leases of a lane: up to a thousand, however many jobs there are
    expect(other).toBeLessThanOrEqual(small[1]! + 150)
    expect((await client.query(byNumber, [pos])).rows).toEqual((await client.query(byId, [`job_${pos}`])).rows)
  }
})
