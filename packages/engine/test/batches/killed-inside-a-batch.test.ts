import { expect, test } from 'vitest'
import { batched } from '../crashes/fixtures/batched.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { intoQuarantine } from '../support/into-quarantine.ts'
import { testPawl } from '../support/test-pawl.ts'
import { startWorker } from '../support/worker-process.ts'

const database = testDatabase()
const effects = testEffects(database)

async function held(name: string) {
  const pawl = testPawl({ url: database.url, jobs: [batched] })
  const bodies = Array.from({ length: 6 }, (_, n) => ({ n, holdIn: name }))
  const ids = (await pawl.enqueueMany(batched, bodies)).map(({ id }) => id)
  const worker = await startWorker({ url: database.url, name, jobs: 'batched' })
  await worker.said('held')
  return { pawl, ids, worker }
}

test('of a worker killed inside of a batch only the jobs that had not ended run again, and each takes effect once', async () => {
  const { pawl, ids, worker } = await held('first')
  await worker.kill()
  await startWorker({ url: database.url, name: 'second', jobs: 'batched' })
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: 6 })
  expect(await effects.of(ids[0]!)).toEqual(['first'])
  for (const id of ids) expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', crashes: 0 })
})

test('a job in quarantine runs in a batch of one', async () => {
  const pawl = testPawl({ url: database.url, jobs: [batched] })
  const bodies = Array.from({ length: 6 }, (_, n) => ({ n, holdIn: 'none' }))
  const ids = (await pawl.enqueueMany(batched, bodies)).map(({ id }) => id)
  const [suspect, other] = ids
  await intoQuarantine(database, suspect!)
  await intoQuarantine(database, other!)
  const worker = await startWorker({ url: database.url, name: 'only', jobs: 'batched' })
  await effects.ended(ids)
  expect(worker.count('run', { size: 1 })).toBeGreaterThanOrEqual(2)
  expect(await effects.tally(ids)).toEqual({ 1: 6 })
})

test('a zombie is refused each job of its batch that was taken from it', async () => {
  const { ids, worker } = await held('zombie')
  worker.signal('SIGSTOP')
  const heir = await startWorker({ url: database.url, name: 'heir', jobs: 'batched' })
  await effects.ended(ids)
  worker.tell('go')
  worker.signal('SIGCONT')
  expect(await worker.said('ended')).toMatchObject({ refused: 5 })
  expect(await effects.tally(ids)).toEqual({ 1: 6 })
  await heir.kill()
})
