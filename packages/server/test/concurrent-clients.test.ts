import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { EventSource } from './support/event-source.ts'
import { mail } from './support/jobs.ts'
import { testServer } from './support/test-server.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const clients = 100
const jobsOfEach = 2

test('a hundred clients enqueue, follow and read at the same time: each gets its own jobs, and every end is told to all', async () => {
  const { ask, pawl } = await testServer(database, {
    pawl: { jobs: [mail] },
    server: { pollMs: 100, rateLimit: { perSecond: 10_000, burst: 10_000 } },
  })
  await pawl.start()
  const streams = Array.from(
    { length: clients },
    () => new EventSource((headers, signal) => ask('/api/events', { headers, signal })),
  )
  await until('all streams are open', () => streams.every(({ events }) => events.length > 0))

  const made = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const ids: string[] = []
      for (let n = 0; n < jobsOfEach; n++) {
        const to = `reader ${n} of ${client}`
        const key = { 'Idempotency-Key': `${client}-${n}` }
        const answer = await ask('/api/jobs', {
          method: 'POST',
          json: { type: 'mail.send', body: { to } },
          headers: key,
        })
        expect(answer.status).toBe(202)
        const { id } = (await answer.json()) as { id: string }
        const shown = (await (await ask(`/api/jobs/${id}`)).json()) as { body: unknown }
        expect(shown.body).toEqual({ to })
        ids.push(id)
      }
      return ids
    }),
  )

  const ids = made.flat().sort()
  expect(new Set(ids).size).toBe(clients * jobsOfEach)
  const told = ({ events }: EventSource) =>
    events
      .filter(({ event }) => event === 'outcomes')
      .reduce(
        (sum, { data }) =>
          sum + (data as { counts: { count: number }[] }).counts.reduce((n, { count }) => n + count, 0),
        0,
      )
  await until('every end is told to every client', () => streams.every((stream) => told(stream) >= ids.length))
  expect(streams.map(told)).toEqual(streams.map(() => ids.length))
  await Promise.all(streams.map((stream) => stream.cut()))
})
