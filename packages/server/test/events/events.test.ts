import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { EventSource } from '../support/event-source.ts'
import { mail } from '../support/jobs.ts'
import { type TestServer, testPawl, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const server = { pollMs: 20 }

const open = ({ ask }: TestServer, path: string, lastEventId?: string) =>
  new EventSource((headers, signal) => ask(path, { headers, signal }), lastEventId)

type Counts = { counts: { outcome: string; count: number }[]; outcomes: { id: string }[] }

/** The ids of all jobs that a client was told the end of. */
const told = (...sources: EventSource[]) =>
  sources.flatMap(({ events }) =>
    events
      .filter(({ event }) => event === 'outcomes')
      .flatMap(({ data }) => (data as Counts).outcomes.map(({ id }) => id)),
  )

test('the life of a job is told as it happens, and the stream ends with it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const walk = defineJob({
    type: 'walk',
    body: z.object({}),
    async run(job) {
      await job.progress({ steps: 1 })
      await held
      await job.progress({ steps: 2 })
      return 'home'
    },
  })
  const at = await testServer(database, { pawl: { jobs: [walk] }, server })
  const { id } = await at.pawl.enqueue(walk, {})
  const source = open(at, `/api/jobs/${id}/events`)
  await until('it is told as waiting', () => source.events.some(({ event }) => event === 'lined-up'))
  await at.pawl.start()
  await until('its progress is told', () => source.events.some(({ event }) => event === 'progress'))
  release()
  await source.ended
  const kinds = source.events.map(({ event }) => event)
  expect(kinds.slice(0, 2)).toEqual(['enqueued', 'lined-up'])
  expect(kinds).toContain('running')
  expect(kinds.slice(-2)).toEqual(['settled', 'ended'])
  expect(source.events.at(-1)!.data).toMatchObject({ state: 'succeeded', result: 'home' })
  expect(source.events.filter(({ event }) => event === 'progress').at(-1)!.data).toMatchObject({
    progress: { steps: 2 },
  })
})

test('a stream of a job that was cut goes on at another server, after the last event that was seen', async () => {
  const flaky = defineJob({
    type: 'flaky',
    body: z.object({}),
    retry: { attempts: 3, backoff: () => 1 },
    run(job) {
      if (job.attempt < 3) throw new Error(`try ${job.attempt}`)
    },
  })
  const [one, other] = [
    await testServer(database, { pawl: { jobs: [flaky] }, server }),
    await testServer(database, { pawl: { jobs: [] }, server }),
  ]
  const { id } = await one.pawl.enqueue(flaky, {})
  const first = open(one, `/api/jobs/${id}/events`)
  await until('it has begun', () => first.events.length >= 2)
  await first.cut()
  await one.close()
  await one.pawl.drain({ keepOpen: true })
  await until('all attempts are through', async () => {
    await one.pawl.drain({ keepOpen: true })
    return (await one.pawl.job(id))?.status === 'succeeded'
  })
  const second = open(other, `/api/jobs/${id}/events`, first.lastEventId)
  await second.ended
  const all = [...first.events, ...second.events].filter(({ event }) => event !== 'progress')
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const settled = all
    .filter(({ event }) => event === 'settled')
    .map(({ data }) => (data as { outcome: string }).outcome)
  expect(settled).toEqual(['retryable', 'retryable', 'succeeded'])
  const third = open(other, `/api/jobs/${id}/events`, second.lastEventId)
  await third.ended
  expect(third.status).toBe(204)
})

test('what attempts come to in other processes is told to all clients', async () => {
  const at = await testServer(database, { server })
  const sources = [open(at, '/api/events'), open(at, '/api/events?queue=mail'), open(at, '/api/events?queue=none')]
  await until('all are welcome', () => sources.every(({ events }) => events.some(({ event }) => event === 'ready')))
  const worker = testPawl(database, { jobs: [mail] })
  const ids = (await worker.enqueueMany(mail, [{ to: 'ada' }, { to: 'bob', fail: true }])).map(({ id }) => id)
  await worker.drain({ keepOpen: true })
  await until('both are told', () => told(sources[0]!).length >= 2 && told(sources[1]!).length >= 2)
  expect(told(sources[0]!).sort()).toEqual(ids.sort())
  expect(told(sources[1]!).sort()).toEqual(ids.sort())
  expect(told(sources[2]!)).toEqual([])
  expect(sources[0]!.events.map(({ event }) => event)).toContain('sources')
  for (const source of sources) await source.cut()
})

test('a client that was cut, and comes back to another server, is told everything once', async () => {
  const worker = testPawl(database, { jobs: [mail] })
  const run = async (n: number) => {
    const ids = (
      await worker.enqueueMany(
        mail,
        Array.from({ length: n }, () => ({ to: 'ada' })),
      )
    ).map(({ id }) => id)
    await worker.drain({ keepOpen: true })
    return ids
  }
  const [one, other] = [await testServer(database, { server }), await testServer(database, { server })]
  // somebody else listens at the second server all the time: its reader is somewhere else than the client
  const listener = open(other, '/api/events')
  const first = open(one, '/api/events')
  await until('both are welcome', () => [first, listener].every(({ events }) => events.length > 0))
  const before = await run(5)
  await until('the first ones are told', () => told(first).length === 5)
  await first.cut()
  await one.close()
  const meanwhile = await run(7)
  const second = open(other, '/api/events', first.lastEventId)
  await until('what was missed is told', () => told(second).length >= 7)
  const after = await run(3)
  await until('and what comes', () => told(second).length >= 10)
  expect(told(first, second).sort()).toEqual([...before, ...meanwhile, ...after].sort())
  expect(told(listener).sort()).toEqual([...before, ...meanwhile, ...after].sort())
  await Promise.all([second.cut(), listener.cut()])
})

test.each([
  ['is too old', () => Buffer.from(`3:3: 1 ${Date.now() - 86_400_000}`).toString('base64url')],
  ['is from another database', () => Buffer.from(`900000000000:900000000000: 1 ${Date.now()}`).toString('base64url')],
  ['is nothing', () => "'; drop table pawl.job --"],
])('a client whose place %s is told to look at everything anew', async (_, lastEventId) => {
  const at = await testServer(database, { server })
  const source = open(at, '/api/events', lastEventId())
  await until('it is told', () => source.events.length > 0)
  expect(source.events[0]).toMatchObject({ event: 'reset', id: expect.any(String) })
  await source.cut()
})

test('streams end when the server closes', async () => {
  const at = await testServer(database, { pawl: { jobs: [mail] }, server })
  const { id } = await at.pawl.enqueue(mail, { to: 'ada' }, { delayMs: 3_600_000 })
  const sources = [open(at, '/api/events'), open(at, `/api/jobs/${id}/events`)]
  await until('they are open', () => sources.every(({ events }) => events.length > 0))
  await at.close()
  await Promise.all(sources.map(({ ended }) => ended))
})
