import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { giveUp } from '../support/give-up.ts'
import { testPawl } from '../support/test-pawl.ts'
import { startWorker, type WorkerProcess } from '../support/worker-process.ts'
import { long, short } from './fixtures/long-and-short.ts'

const database = testDatabase()
const effects = testEffects(database)
/** However busy the machine is, none of them is given up but by the test. */
const start = (name: string) =>
  startWorker({ url: database.url, name, jobs: 'long-and-short', worker: { silenceMs: 20_000 } })
const client = () => testPawl({ url: database.url, jobs: [long, short] })

async function enqueueLong(count: number): Promise<string[]> {
  return (await client().enqueueMany(long, Array(count).fill({}))).map(({ id }) => id)
}

async function allStarted(worker: WorkerProcess, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => worker.said('started', { id })))
}

async function killAndGiveUp(worker: WorkerProcess, name: string): Promise<void> {
  await worker.kill()
  await giveUp(database, name)
}

/** Short jobs come and end, while the long ones run. */
async function shortJobsEnd(): Promise<void> {
  const pawl = client()
  for (let i = 0; i < 5; i++) {
    const { id } = await pawl.enqueue(short, {})
    await effects.ended([id])
  }
}

test('after one kill the jobs of the worker run again at once, side by side, and short jobs run beside them', async () => {
  const killed = await start('killed')
  const ids = await enqueueLong(4)
  await allStarted(killed, ids)
  const survivor = await start('survivor')
  await killAndGiveUp(killed, 'killed')
  await allStarted(survivor, ids)
  expect(survivor.count('started', { quarantined: true })).toBe(0)
  expect(survivor.count('job.reclaim', { blamed: false, quarantined: false })).toBe(4)
  await shortJobsEnd()
  survivor.tell('go')
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: 4 })
})

test('jobs that two killed workers had run in quarantine one after the other, and stop neither each other nor short jobs', async () => {
  const ids = await enqueueLong(4)
  for (const name of ['first', 'second']) {
    const worker = await start(name)
    await allStarted(worker, ids)
    await killAndGiveUp(worker, name)
  }
  const only = await start('only')
  await only.said('started', { quarantined: true })
  await shortJobsEnd()
  // none of them ends before the test says so: each gives way to the next when its window has ended
  await allStarted(only, ids)
  expect(only.count('job.reclaim', { quarantined: true })).toBe(4)
  await shortJobsEnd()
  only.tell('go')
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: 4 })
  for (const id of ids) expect(await client().job(id)).toMatchObject({ status: 'succeeded', crashes: 0, failures: 0 })
})
