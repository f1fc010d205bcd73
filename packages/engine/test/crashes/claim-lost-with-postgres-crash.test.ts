import { expect, onTestFailed, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const postgres = ownPostgres()
const effects = testEffects(postgres)
const database = testDatabase()
const sharedEffects = testEffects(database)

/** Nothing but the claim is written while the job runs: any durable commit would sync the claim along with it. */
const quiet = { heartbeatMs: 60_000, silenceMs: 600_000, pollMs: 600_000 }

/** It may have been killed. */
function goOn(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {}
}

/** Whether all that was written is on disk. */
async function isSynced(): Promise<boolean> {
  const [row] = await postgres.sql('select pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as synced')
  return row.synced
}

test('a claim that PostgreSQL forgot in a crash: its attempt is aborted, and the job runs again, with one effect', async () => {
  await postgres.sql(`alter system set autovacuum = off`)
  await postgres.sql(`select pg_reload_conf()`)
  const pawl = effects.client()
  const worker = await startWorker({ url: postgres.url, name: 'claimant', jobs: 'effect', worker: quiet })
  await worker.said('listen.ready')
  const [{ pid: walWriter }] = await postgres.sql(`select pid from pg_stat_activity where backend_type = 'walwriter'`)
  process.kill(walWriter, 'SIGSTOP')
  onTestFailed(() => goOn(walWriter))
  const leases = async () => (await postgres.sql('select from pawl.lease where not standby')).length
  // a job like this is claimed: who hands one over syncs the lease with it
  const startBefore = new Date(Date.now() + 3_600_000)
  const claimed = async () => {
    const { id } = await pawl.enqueue(effect, { holdIn: 'claimant' }, { startBefore })
    await worker.said('started', { id })
    return id
  }
  let id = await claimed()
  let count = await leases()
  // what a worker does when it starts may still be under way, and sync the claim along with it
  while (await isSynced()) {
    worker.tell('go')
    await effects.ended([id])
    id = await claimed()
    count = await leases()
  }
  await postgres.crash([walWriter])

  expect(await worker.said('aborted', { id })).toMatchObject({ reason: 'LeaseLostError' })
  expect(await worker.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await worker.said('job.lease-lost', { id })).toMatchObject({ standing: 'none' })
  await until('it runs again', () => worker.count('started', { id }) === 2)
  worker.tell('go')
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['claimant'])
  expect(await leases(), 'the one that was lost, and its second').toBe(count)
  const attempts = await pawl.attempts(id)
  expect(attempts.map(({ outcome, number }) => [outcome, number])).toEqual([['succeeded', 1]])
})

test('a completion under a lease that is no longer in the ledger is refused, and the job runs again', async () => {
  const { url } = database
  const pawl = sharedEffects.client()
  const worker = await startWorker({ url, name: 'claimant', jobs: 'effect', worker: { silenceMs: 60_000 } })
  const { id } = await pawl.enqueue(effect, { holdIn: 'claimant' })
  await worker.said('started', { id })
  await database.sql('delete from pawl.lease')
  await worker.said('started', { id, run: 2 })
  // nobody told the worker: it learns of it when it commits, under the lane and turn that are now the second run's
  worker.tell('go')
  expect(await worker.said('refused', { id })).toMatchObject({ error: 'LeaseLostError', run: 1 })
  await worker.said('committed', { id, run: 2 })
  await sharedEffects.ended([id])
  expect(await sharedEffects.tally([id])).toEqual({ 1: 1 })
})
