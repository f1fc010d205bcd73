import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('a worker stopped past its lease and continued writes nothing, learns of it, and goes on as a new worker', async () => {
  const { url } = database
  const pawl = effects.client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'zombie' })
  await zombie.said('started', { id })
  zombie.signal('SIGSTOP')

  const heir = await startWorker({ url, name: 'heir', jobs: 'effect' })
  await heir.said('committed', { id })
  const registrations = zombie.count('worker.start')
  zombie.signal('SIGCONT')

  expect(await zombie.said('aborted', { id })).toMatchObject({ reason: 'LeaseLostError' })
  expect(await zombie.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await zombie.said('job.lease-lost', { id })).toMatchObject({ standing: 'crashed' })
  expect(await effects.of(id)).toEqual(['heir'])
  expect((await pawl.attempts(id)).at(-1)).toMatchObject({ outcome: 'succeeded', worker: 'heir' })

  await heir.kill()
  const { id: next } = await pawl.enqueue(effect, {})
  await zombie.said('committed', { id: next })
  expect(zombie.count('worker.start')).toBeGreaterThan(registrations)
  expect(await effects.of(next)).toEqual(['zombie'])
})

test('a zombie that commits the moment it is continued is refused', async () => {
  const { url } = database
  const pawl = effects.client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'zombie' })
  await zombie.said('started', { id })
  zombie.signal('SIGSTOP')
  const heir = await startWorker({ url, name: 'heir', jobs: 'effect' })
  await heir.said('committed', { id })
  // in its pipe when it wakes up: it commits before it can have heard that it was given up
  zombie.tell('go')
  zombie.signal('SIGCONT')
  expect(await zombie.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await effects.of(id)).toEqual(['heir'])
})

test('a worker stopped inside commit and continued past its lease takes effect only if nobody else did', async () => {
  const { url } = database
  const pawl = effects.client()
  const zombie = await startWorker({ url, name: 'zombie', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'zombie', holdAt: 'inside' })
  await zombie.said('inside', { id })
  zombie.signal('SIGSTOP')

  // its transaction is open and holds the outcome: the reclaim can only wait for it
  const heir = await startWorker({ url, name: 'heir', jobs: 'effect' })
  await heir.said('worker.lost', { worker: 'zombie' })
  zombie.tell('go')
  zombie.signal('SIGCONT')
  await effects.ended([id])
  expect(await effects.tally([id])).toEqual({ 1: 1 })
})
