import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { intoQuarantine } from '../support/into-quarantine.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

/** Makes statements fail as a cut connection would, for as long as the trigger is there. */
async function failing(trigger: string, while_: () => Promise<void>): Promise<void> {
  await database.sql(`create or replace function fail() returns trigger language plpgsql as
    $$ begin raise exception 'cut' using errcode = '57P01'; end $$`)
  await database.sql(`create trigger fails ${trigger} execute function fail()`)
  await while_()
  await database.sql(`drop trigger fails on ${/ on (\S+)/.exec(trigger)![1]}`)
}

test('a job that was claimed under a start rate runs, although the question for the next start fails', async () => {
  const limited = defineJob({ type: 'limited', body: z.object({}), run: () => {} })
  const startRate = { limit: 100, perMs: 1_000 }
  const pawl = testPawl({ url: database.url, jobs: [limited], queues: { limited: { startRate } } })
  let errors = 0
  pawl.on('service.error', ({ service }) => {
    if (service === 'claimer') errors++
  })
  await failing('before delete on pawl.start', async () => {
    await pawl.start()
    const { id } = await pawl.enqueue(limited, {})
    await until('it has succeeded', async () => (await pawl.job(id))?.status === 'succeeded')
    await until('the question has failed', () => errors > 0)
  })
})

test('a suspect whose start cannot be recorded is released, and runs when it can be', async () => {
  const { url } = database
  const pawl = effects.client()
  const { id } = await pawl.enqueue(effect, {})
  await intoQuarantine(database, id)
  await failing('before update of suspect on pawl.worker for each row when (new.suspect > 0)', async () => {
    const second = await startWorker({ url, name: 'second', jobs: 'effect' })
    await until('it went back', async () => {
      const [row] = await database.sql(`select count(*)::int as back from pawl.outcome where kind = 'deferred'`)
      return row.back > 0
    })
    expect(second.count('started', { id })).toBe(0)
  })
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['second'])
})
