import { expect, test } from 'vitest'
import { stepped } from '../crashes/fixtures/stepped.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { giveUp } from '../support/give-up.ts'
import { testPawl } from '../support/test-pawl.ts'
import { startWorker } from '../support/worker-process.ts'

const database = testDatabase()
const effects = testEffects(database)
const client = () => testPawl({ url: database.url, jobs: [stepped] })
/** However busy the machine is, none of them is given up but by the test. */
const worker = { silenceMs: 30_000 }

test('a worker killed between two steps is followed by one that goes on after the first', async () => {
  const { url } = database
  const pawl = client()
  const first = await startWorker({ url, name: 'first', jobs: 'stepped', worker })
  const { id } = await pawl.enqueue(stepped, { holdIn: 'first', holdAt: 'between' })
  await first.said('held', { id })
  await first.kill()
  await giveUp(database, 'first')
  const second = await startWorker({ url, name: 'second', jobs: 'stepped', worker })
  expect(await pawl.result(id), 'what the first step returned in the first worker').toBe('first')
  expect(second.count('ran', { step: 'first' })).toBe(0)
  expect(second.count('ran', { step: 'second' })).toBe(1)
  expect(await effects.of(id)).toEqual(['second'])
})

test('of a worker killed inside of a step nothing is kept, and the step runs again', async () => {
  const { url } = database
  const pawl = client()
  const first = await startWorker({ url, name: 'first', jobs: 'stepped', worker })
  const { id } = await pawl.enqueue(stepped, { holdIn: 'first', holdAt: 'in-step' })
  await first.said('held', { id })
  await first.kill()
  await giveUp(database, 'first')
  const second = await startWorker({ url, name: 'second', jobs: 'stepped', worker })
  expect(await pawl.result(id)).toBe('first')
  expect(second.count('ran', { step: 'second' })).toBe(1)
})

test('of a worker killed inside of the transaction of a step nothing is left, and its rows are written once', async () => {
  const { url } = database
  const pawl = client()
  const first = await startWorker({ url, name: 'first', jobs: 'stepped', worker })
  const { id } = await pawl.enqueue(stepped, { holdIn: 'first', holdAt: 'in-transaction' })
  await first.said('held', { id })
  await first.kill()
  await giveUp(database, 'first')
  const second = await startWorker({ url, name: 'second', jobs: 'stepped', worker })
  expect(await pawl.result(id)).toBe('first')
  expect(second.count('ran', { step: 'second' })).toBe(0)
  expect(await effects.of(id)).toEqual(['second'])
})
