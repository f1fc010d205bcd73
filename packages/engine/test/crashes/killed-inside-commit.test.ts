import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('of a worker that is killed inside commit nothing is written, and the second run takes effect once', async () => {
  const { url } = database
  const pawl = effects.client()
  const first = await startWorker({ url, name: 'first', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'first', holdAt: 'inside' })
  await first.said('inside', { id })
  await first.kill()

  await startWorker({ url, name: 'second', jobs: 'effect' })
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['second'])
  const attempts = await pawl.attempts(id)
  expect(attempts.at(0)).toMatchObject({ outcome: 'crashed', worker: 'first' })
  expect(attempts.at(-1)).toMatchObject({ outcome: 'succeeded', worker: 'second' })
})
