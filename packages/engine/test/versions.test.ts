import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()

const old = (type: string) => defineJob({ type, body: z.object({ name: z.string() }), run: () => {} })

test('a worker with upgrade takes older versions, and its handler sees the new body', async () => {
  const ran: unknown[] = []
  const before = testPawl({ url: database.url, jobs: [old('greet')] })
  const { id } = await before.enqueue(old('greet'), { name: 'Ada Lovelace' })
  const greet = defineJob({
    type: 'greet',
    version: 3,
    body: z.object({ first: z.string(), last: z.string() }),
    upgrade(body, fromVersion) {
      const [first, last] = (body as { name: string }).name.split(' ')
      return { first, last: `${last} (${fromVersion})` }
    },
    run: (job) => void ran.push(job.body),
  })
  const after = testPawl({ url: database.url, jobs: [greet] })
  await after.drain({ keepOpen: true })
  expect(ran).toEqual([{ first: 'Ada', last: 'Lovelace (1)' }])
  expect(await after.job(id)).toMatchObject({ status: 'succeeded', version: 1 })
})

test('a newer version is left for a worker that knows it, and so is an older one without upgrade', async () => {
  const second = defineJob({ type: 'left', version: 2, body: z.object({}), run: () => {} })
  const newer = testPawl({ url: database.url, jobs: [second] })
  const older = testPawl({ url: database.url, jobs: [old('left')] })
  const [first, next] = [await older.enqueue(old('left'), { name: 'x' }), await newer.enqueue(second, {})]
  await older.drain({ keepOpen: true })
  expect((await older.job(next.id))?.status).toBe('pending')
  const again = await older.enqueue(old('left'), { name: 'y' })
  await newer.drain({ keepOpen: true })
  expect([(await newer.job(first.id))?.status, (await newer.job(again.id))?.status]).toEqual(['succeeded', 'pending'])
})

test.each([
  [
    'throws',
    () => {
      throw new Error('no last name')
    },
  ],
  ['makes a body that does not fit', () => ({ first: 1 })],
])('an upgrade that %s is a permanent failure, not a retry', async (what, upgrade) => {
  const type = `bad ${what}`
  const before = testPawl({ url: database.url, jobs: [old(type)] })
  const { id } = await before.enqueue(old(type), { name: 'Ada' })
  const job = defineJob({ type, version: 2, body: z.object({ first: z.string() }), upgrade, run: () => {} })
  const after = testPawl({ url: database.url, jobs: [job] })
  await after.drain({ keepOpen: true })
  expect(await after.deadLetters.show(id)).toMatchObject({ reason: 'permanent', failures: 1 })
})
