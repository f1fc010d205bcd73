import { expect, test } from 'vitest'
import { pauseQueue, resumeQueue } from '../../src/postgres/queues.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

const waitsForLane = `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.classid = 'pawl.lane'::regclass::oid and l.objid = $1 and not l.granted`
const lockTimeout = '55P03'

/** What a claim takes that waits for these lanes while their queue is paused and a job comes; undefined: it waited in vain. */
async function claimThroughPause(lanes: readonly number[]): Promise<readonly number[] | undefined> {
  const other = await database.connect()
  for (const lane of lanes) await other.query(`select pg_advisory_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  const claiming = ledger.claimPositions(await ledger.worker(), lanes).catch((error) => {
    if (error.code !== lockTimeout) throw error
    return undefined
  })
  await until('it waits', async () => (await database.sql(waitsForLane, [lanes[0]])).length > 0)
  await pauseQueue(ledger.connection(), 'work')
  await appendAttempts(other, lanes[0]!)
  await other.query('select pg_advisory_unlock_all()')
  return claiming
}

test.each([1, 3])(
  'what came after a pause is not taken by a claim of %i lanes that had begun before',
  async (count) => {
    const lanes = await Promise.all(Array.from({ length: count }, () => ledger.lane()))
    const taken = await until('a claim got through in time', async () => {
      await resumeQueue(ledger.connection(), 'work')
      return claimThroughPause(lanes)
    })
    expect(taken).toEqual([])
    await resumeQueue(ledger.runner, 'work')
    expect(await ledger.claimPositions(await ledger.worker(), lanes)).not.toEqual([])
  },
)
