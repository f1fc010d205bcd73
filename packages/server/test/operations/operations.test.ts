import { defineApp } from '@pawl/app'
import { Hono } from 'hono'
import { defineSource, defineStages, stage } from 'pawl'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { mail } from '../support/jobs.ts'
import { readToken, testServer } from '../support/test-server.ts'

const database = testDatabase()
const shop = defineSource({ name: 'shop', requestsPerMinute: 60 })
const report = defineStages('report', [stage('fetch', { run: () => 'a page' })])
const letters = defineApp({
  name: 'letters',
  title: 'Letters',
  jobs: [],
  routes: () =>
    new Hono()
      .post('/burn', (c) => c.json({ burnt: 1 }))
      .post('/fail', () => {
        throw new Error('damp')
      }),
})

type Operation = { who: string; what: string; on: string; details: Record<string, unknown>; at: string }

test('what operators do is on record: who, what, when, to what', async () => {
  const { ask, pawl } = await testServer(database, {
    pawl: { jobs: [mail], sources: [shop], pipelines: [report] },
    server: { apps: [letters] },
  })
  const { id } = await pawl.enqueue(mail, { to: 'ada' }, { delayMs: 60_000 })
  await ask('/api/queues/mail/pause', { method: 'POST' })
  await ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  await ask('/api/sources/shop', { method: 'PATCH', json: { burst: 3 } })
  await ask('/api/sources/none/resume', { method: 'POST' })
  await ask('/api/pipelines/report/items', { method: 'POST', json: { item: 'a', input: null } })
  await ask('/api/letters/burn', { method: 'POST' })
  await ask('/api/letters/fail', { method: 'POST' })
  await ask('/api/queues/mail/resume', { method: 'POST', token: readToken })
  await ask('/api/queues')
  await ask('/api/jobs', { method: 'POST', json: { type: 'mail.send', body: { to: 'ada' } } })
  const answer = await ask('/api/operations', { token: readToken })
  const { operations } = (await answer.json()) as { operations: Operation[] }
  expect(operations.map(({ who, what, on, details }) => [who, what, on, details])).toEqual(
    [
      ['olga', 'queue.pause', 'mail', { by: 'bearer' }],
      ['olga', 'job.cancel', id, { by: 'bearer' }],
      ['olga', 'source.limit', 'shop', { by: 'bearer', burst: 3 }],
      ['olga', 'source.resume', 'none', { by: 'bearer', failed: 'unknown-source' }],
      ['olga', 'item.submit', 'report/a', { by: 'bearer' }],
      ['olga', 'letters.post', '/api/letters/burn', { by: 'bearer' }],
      ['olga', 'letters.post', '/api/letters/fail', { by: 'bearer', failed: '500' }],
    ].reverse(),
  )
  expect(Date.parse(operations[0]!.at)).not.toBeNaN()
})

test('the record is read in pages', async () => {
  const { ask, pawl } = await testServer(database)
  for (const on of ['a', 'b', 'c']) await pawl.operations.record({ who: 'omar', what: 'test', on })
  const page = async (query: string) => {
    const answer = await ask(`/api/operations?${query}`)
    return (await answer.json()) as { operations: Operation[]; next: string }
  }
  const first = await page('limit=2')
  expect(first.operations.map(({ on }) => on)).toEqual(['c', 'b'])
  expect((await page(`limit=1&after=${first.next}`)).operations.map(({ on }) => on)).toEqual(['a'])
  expect((await ask('/api/operations?after=nonsense')).status).toBe(400)
})
