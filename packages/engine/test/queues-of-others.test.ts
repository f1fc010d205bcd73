import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const greet = defineJob({ type: 'greet', queue: 'greetings', body: z.object({}), run: () => {} })
const letter = defineJob({ type: 'letter', queue: 'letters', body: z.object({}), run: () => {} })

test('a queue of other processes is paused, resumed and measured by its name', async () => {
  const other = testPawl({ url: database.url, jobs: [greet, letter] })
  const operator = testPawl({ url: database.url, jobs: [] })
  await other.enqueue(greet, {})
  expect(await operator.queues.depth('greetings')).toMatchObject({ pending: 1 })
  await operator.queues.pause('greetings')
  expect(await operator.queues.paused()).toEqual(['greetings'])
  await operator.queues.resume('greetings')
  // nothing was ever enqueued here, and it can be paused where it is declared
  await other.queues.pause('letters')
  await operator.queues.resume('letters')
  expect(await other.queues.paused()).toEqual([])
  await expect(operator.queues.pause('greeting')).rejects.toThrow(
    "there is no queue 'greeting'; did you mean 'greetings'?",
  )
})

test('a queue that a worker of another process serves is paused before its first job', async () => {
  const parcel = defineJob({ type: 'parcel', queue: 'parcels', body: z.object({}), run: () => {} })
  const worker = testPawl({ url: database.url, jobs: [parcel] })
  const operator = testPawl({ url: database.url, jobs: [] })
  await expect(operator.queues.pause('parcels')).rejects.toThrow("there is no queue 'parcels'")
  await worker.start()
  await operator.queues.pause('parcels')
  expect(await operator.queues.paused()).toEqual(['parcels'])
})
