import { expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, unlessHeld } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

/** pawl.claim as it would be if nobody took the lane's lock. */
async function withoutLock(): Promise<string> {
  const [{ definition }] = await database.sql(`select pg_get_functiondef('pawl.claim'::regproc) as definition`)
  const changed = definition
    .replace('FUNCTION pawl.claim(', 'FUNCTION pawl.claim_without_lock(')
    .replaceAll(/pg_try_advisory_xact_lock\(v_class, [^)]*\)/g, 'true')
    // it stands before the key until the test lets it go on
    .replace("set_config('lock_timeout', '2s'", "set_config('lock_timeout', '60s'")
  expect(changed).not.toContain('pg_try_advisory_xact_lock')
  expect(changed).toContain("'60s'")
  await database.sql(changed)
  return `select lane, turn from pawl.claim_without_lock($1, 1, array[$2::int], '{1}', '{0}', '{work}', '{10}', '{10}', '{null}', '{null}', '{1}', array[''])`
}

test('two claims of one turn: without any lock, the key of the lease lets one through', async () => {
  const claim = await withoutLock()
  const [one, two] = [await database.connect(), await database.connect()]
  const lane = await ledger.lane()
  await appendAttempts(one, lane, 10)
  const values = [(await ledger.worker()).id, lane]
  await one.query('begin')
  expect((await one.query(claim, values)).rows).toEqual([{ lane, turn: '1' }])
  const [{ pid }] = (await two.query('select pg_backend_pid() as pid')).rows
  const second = two.query(claim, values).catch((error) => error)
  await until('the second claim stands before the key', async () => {
    const [row] = await database.sql('select wait_event_type from pg_stat_activity where pid = $1', [pid])
    return row.wait_event_type === 'Lock'
  })
  await one.query('commit')
  expect(await second).toMatchObject({ code: '23505', constraint: expect.stringMatching(/^lease_\d+_pkey$/) })
  expect(await database.sql('select turn from pawl.lease where lane = $1', [lane])).toEqual([{ turn: '1' }])
})

test('the lock of a lane is told apart by the oid of the lane table, so locks of other programs do not matter', async () => {
  const [stranger, client] = [await database.connect(), await database.connect()]
  const lane = await ledger.lane()
  const positions = await appendAttempts(client, lane, 3)
  await stranger.query('begin')
  await stranger.query(
    'select pg_advisory_xact_lock($1::bigint), pg_advisory_xact_lock(1, $1::int), pg_advisory_xact_lock(0, $1::int)',
    [lane],
  )

  await client.query('begin')
  const runner = clientRunner(client, false)
  const { claimed, passed } = await ledger.claim(await ledger.worker(), lane, { runner })
  expect(passed).toEqual([])
  expect(claimed.flatMap(({ attempts }) => attempts.map(({ pos }) => pos))).toEqual(positions)
  const locks = await client.query(`select classid, objid, objsubid from pg_locks
    where locktype = 'advisory' and pid = pg_backend_pid()`)
  const [{ oid }] = await database.sql(`select 'pawl.lane'::regclass::oid as oid`)
  expect(locks.rows).toEqual([{ classid: oid, objid: lane, objsubid: 2 }])
  await client.query('commit')
  await stranger.query('rollback')
})

test('twenty connections that claim one by one from one lane take each attempt once, in line', async () => {
  const lane = await ledger.lane()
  const worker = await ledger.worker()
  const positions = await appendAttempts(await database.connect(), lane, 400)
  const taken: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const runner = ledger.connection()
      for (;;) {
        const batch = await ledger.claimPositions(worker, lane, { limit: 1, runner }).catch(unlessHeld)
        if (batch === undefined) continue
        if (batch.length === 0) return
        taken.push(...batch)
      }
    }),
  )
  expect(taken.sort((a, b) => a - b)).toEqual(positions)
})
