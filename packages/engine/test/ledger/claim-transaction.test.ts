import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { stopWorker } from '../../src/postgres/workers.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

async function scene() {
  const client = await database.connect()
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  const positions = await appendAttempts(client, lane, 3)
  return { client, runner: clientRunner(client, false), worker, lane, positions }
}

test('a claim in a transaction that has written is refused, and leaves everything in line', async () => {
  const { client, runner, worker, lane, positions } = await scene()
  await client.query('begin')
  await appendAttempts(client, lane)
  await expect(ledger.claim(worker, lane, { runner })).rejects.toMatchObject({ code: 'PW001' })
  await client.query('rollback')
  expect(await ledger.claimPositions(worker, lane)).toEqual(positions)
})

test('a claim after a write in a savepoint that was rolled back is refused: the transaction has its id by then', async () => {
  const { client, runner, worker, lane } = await scene()
  await client.query('begin; savepoint s; create temporary table t (); rollback to s')
  await expect(ledger.claim(worker, lane, { runner })).rejects.toMatchObject({ code: 'PW001' })
  await client.query('rollback')
})

test.each(['repeatable read', 'serializable'])(
  'a %s claim is refused: its snapshot is older than its lock',
  async (level) => {
    const { client, runner, worker, lane } = await scene()
    await client.query(`begin isolation level ${level}`)
    await expect(ledger.claim(worker, lane, { runner })).rejects.toMatchObject({ code: 'PW001' })
    await client.query('rollback')
    await client.query(`set default_transaction_isolation = '${level}'`)
    await expect(ledger.claim(worker, lane, { runner })).rejects.toMatchObject({ code: 'PW001' })
  },
)

test.each(['repeatable read', 'serializable'])('so is a short one that is %s', async (level) => {
  const { client, runner, worker, lane, positions } = await scene()
  await client.query(`set default_transaction_isolation = '${level}'`)
  await ledger.claim(worker, lane, { limit: 2 })
  await expect(ledger.claim(worker, lane, { runner, first: true })).rejects.toMatchObject({ code: 'PW001' })
  expect(await ledger.claimPositions(worker, lane)).toEqual(positions.slice(2))
})

test('a worker that is unknown, was given up or has left gets nothing', async () => {
  const { worker, lane, positions } = await scene()
  const [lost, stopped] = [await ledger.worker(), await ledger.worker()]
  await database.sql('update pawl.worker set lost_at = now() where id = $1', [lost.id])
  await stopWorker(ledger.runner, stopped.id)
  for (const nobody of [lost, stopped, { id: randomUUID(), number: 0 }]) {
    await expect(ledger.claim(nobody, lane)).rejects.toMatchObject({ code: 'PW002' })
  }
  expect(await ledger.claimPositions(worker, lane)).toEqual(positions)
})

test('a claim is not synced, and what follows in the same session is', async () => {
  const { client, runner, worker, lane } = await scene()
  const settings = async () =>
    (
      await client.query(
        `select current_setting('synchronous_commit') as sync, current_setting('lock_timeout') as wait`,
      )
    ).rows[0]
  const before = await settings()
  await client.query('begin')
  await ledger.claim(worker, lane, { runner })
  expect((await settings()).sync).toBe('off')
  await client.query('commit')
  expect(await settings()).toEqual(before)
  expect(before.sync).toBe('on')
  await ledger.claim(worker, lane, { runner })
  expect(await settings()).toEqual(before)
})

test('a claim whose lanes are all held gives up after two seconds, well before anybody calls its worker silent', async () => {
  const { client, worker, lane, positions } = await scene()
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  await expect(ledger.claim(worker, lane)).rejects.toMatchObject({ code: '55P03' })
  await client.query('commit')
  expect(await ledger.claimPositions(worker, lane)).toEqual(positions)
})
