import { expect, test } from 'vitest'
import { migrate, migrations } from '../../src/postgres/migrate.ts'
import { effect } from '../crashes/fixtures/effect.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { nextRelease } from './next-release.ts'

const database = testDatabase()
const effects = testEffects(database)

test('workers go on while the next release migrates under load: nothing is lost, and nothing takes effect twice', async () => {
  const names = ['one', 'two']
  const workers = await Promise.all(names.map((name) => startWorker({ url: database.url, name, jobs: 'effect' })))
  const pawl = effects.client()
  const accepted: string[] = []
  let enqueuing = true
  const load = (async () => {
    while (enqueuing) {
      const calls = Array.from({ length: 5 }, (_, i) => pawl.enqueue(effect, {}, i === 0 ? { delayMs: 1 } : {}))
      for (const { id } of await Promise.all(calls)) accepted.push(id)
    }
  })()
  const acceptsAnother = async (count: number) => {
    const before = accepted.length
    await until(`${count} more were accepted`, () => accepted.length >= before + count)
  }
  await acceptsAnother(100)
  const next = nextRelease().slice(migrations().length)
  const applied = await migrate(database.url, {}, nextRelease()).finally(() => {
    enqueuing = false
  })
  expect(applied).toEqual(next)
  await load
  accepted.push(...(await pawl.enqueueMany(effect, Array(100).fill({}))).map(({ id }) => id))

  await effects.ended(accepted)
  expect(await effects.tally(accepted)).toEqual({ 1: accepted.length })
  expect(await database.sql('select from pawl.dead')).toEqual([])
  // both have worked on the new schema, in sessions that began on the old one
  for (const worker of workers) {
    const other = workers.find((each) => each !== worker)!
    other.signal('SIGSTOP')
    const { id } = await pawl.enqueue(effect, {})
    await worker.said('committed', { id })
    other.signal('SIGCONT')
  }
  for (const worker of workers) {
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
  }
})
