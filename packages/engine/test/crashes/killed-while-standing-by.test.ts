import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('a worker that is killed while it stands by is handed nothing more: the others run what comes', async () => {
  const { url } = database
  const pawl = effects.client()
  // nobody gives it up while the test lasts
  const worker = { silenceMs: 600_000 }
  const names = ['a', 'b']
  const workers = await Promise.all(names.map((name) => startWorker({ url, name, jobs: 'effect', worker })))
  const { id: first } = await pawl.enqueue(effect, {})
  await effects.ended([first])
  const name = await until('one stands by', async () => {
    const [newest] = await database.sql(
      `select l.standby, w.name from pawl.lease l join pawl.worker w on w.id = l.worker order by l.turn desc limit 1`,
    )
    return newest.standby && newest.name
  })
  await workers[names.indexOf(name)]!.kill()
  await until('PostgreSQL has noticed', async () => {
    const listening = `select from pg_stat_activity where datname = current_database() and application_name = 'pawl listen'`
    return (await database.sql(listening)).length === 1
  })
  const heir = names.find((other) => other !== name)!
  for (let i = 0; i < 5; i++) {
    const { id } = await pawl.enqueue(effect, {})
    await effects.ended([id])
    expect(await effects.of(id)).toEqual([heir])
  }
  expect(await database.sql(`select from pawl.outcome where kind = 'crashed'`), 'nothing was taken back').toEqual([])
})
