import { expect, test } from 'vitest'
import { stepped } from '../crashes/fixtures/stepped.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { giveUp } from '../support/give-up.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'

const database = testDatabase()
const effects = testEffects(database)
const client = () => testPawl({ url: database.url, jobs: [stepped] })
/** However busy the machine is, none of them is given up but by the test. */
const worker = { silenceMs: 30_000 }
const kept = (id: string) =>
  database.sql(`select name from pawl.step where 'job_' || job_id::text = $1 order by at`, [id])

test('a zombie that comes to the end of a step is refused: its result is not kept, and it learns of it', async () => {
  const { url } = database
  const pawl = client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'stepped', worker })
  const { id } = await pawl.enqueue(stepped, { holdIn: 'zombie', holdAt: 'in-step' })
  await zombie.said('held', { id })
  zombie.signal('SIGSTOP')
  await giveUp(database, 'zombie')
  const heir = await startWorker({ url, name: 'heir', jobs: 'stepped', worker })
  await heir.said('ended', { id })
  const [, second] = await database.sql(`select at from pawl.step where 'job_' || job_id::text = $1 order by at`, [id])
  // in its pipe when it wakes up: its step ends before it can have heard that it was given up
  zombie.tell('go')
  zombie.signal('SIGCONT')
  expect(await zombie.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await zombie.said('aborted', { id })).toMatchObject({ reason: 'LeaseLostError' })
  expect((await kept(id)).map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  const [, after] = await database.sql(`select at from pawl.step where 'job_' || job_id::text = $1 order by at`, [id])
  expect(after).toEqual(second)
  expect(await effects.of(id)).toEqual(['heir'])
})

test('a zombie inside of the transaction of a step takes effect only if nobody else did', async () => {
  const { url } = database
  const pawl = client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'stepped', worker })
  const { id } = await pawl.enqueue(stepped, { holdIn: 'zombie', holdAt: 'in-transaction' })
  await zombie.said('held', { id })
  zombie.signal('SIGSTOP')
  await giveUp(database, 'zombie')
  await startWorker({ url, name: 'heir', jobs: 'stepped', worker })
  // its transaction holds the attempt: the reclaim can only wait for it
  await until('the reclaim waits', async () => {
    const waiting = await database.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%crashed%'`,
    )
    return waiting.length > 0
  })
  zombie.tell('go')
  zombie.signal('SIGCONT')
  expect(await pawl.result(id)).toBe('zombie')
  expect(await effects.tally([id])).toEqual({ 1: 1 })
  expect((await kept(id)).map(({ name }) => name)).toEqual(['first', 'second', 'third'])
})
