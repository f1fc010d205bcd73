import { defineJob, defineSource } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { testServer } from '../support/test-server.ts'

const database = testDatabase()
const post = defineSource({ name: 'post' })
const shop = defineSource({ name: 'shop' })
const letter = defineJob({ type: 'letter', body: z.object({}), source: () => 'post', run: () => {} })
const order = defineJob({ type: 'order', body: z.object({}), source: () => 'shop', run: () => {} })
const note = defineJob({ type: 'note', body: z.object({}), run: () => {} })

test('a list says which pending jobs wait for a source, and until when', async () => {
  const { ask, pawl } = await testServer(database, {
    pawl: { jobs: [letter, order, note], sources: [post, shop] },
  })
  for (const job of [letter, order, note]) await pawl.enqueue(job, {})
  await pawl.enqueue(letter, {}, { delayMs: 3_600_000 })
  const waits = async () => {
    const { jobs } = (await (await ask('/api/jobs')).json()) as {
      jobs: readonly { type: string; status: string; waitsForSource: object | null }[]
    }
    return Object.fromEntries(jobs.map(({ type, status, waitsForSource }) => [`${type} ${status}`, waitsForSource]))
  }
  const free = { 'letter pending': null, 'letter scheduled': null, 'order pending': null, 'note pending': null }
  expect(await waits()).toEqual(free)
  await pawl.sources.pause('post')
  expect(await waits()).toEqual({ ...free, 'letter pending': { state: 'paused', until: null } })
  await pawl.sources.pause('post', { forMs: 60_000 })
  const { pausedUntil } = await pawl.sources.get('post')
  const until = (pausedUntil as Date).toISOString()
  expect(await waits()).toEqual({ ...free, 'letter pending': { state: 'paused', until } })
  await pawl.sources.resume('post')
  expect(await waits()).toEqual(free)
})
