import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource, type SourceOptions } from '../../src/index.ts'
import { type Handler, startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

beforeEach(() =>
  database.sql('truncate pawl.source, pawl.bucket, pawl.attempt, pawl.later, pawl.dead, pawl.group_slot'),
)

const ok: Handler = (response) => response.end('fine')
const tokens = async () => Math.floor((await database.sql('select tokens from pawl.source_health'))[0].tokens)

async function serve(handler: Handler, options: Partial<SourceOptions> = {}) {
  const server = await startServer(handler)
  const source = defineSource({ name: 'service', allowPrivate: true, ...options })
  return { server, source }
}

test('jobs that are parked because their group is full have no token, and bring none back', async () => {
  const { server, source } = await serve(ok, { requestsPerMinute: 1, burst: 6 })
  const call = defineJob({
    type: 'call',
    body: z.object({ group: z.number() }),
    group: ({ group }) => String(group),
    source: () => 'service',
    run: async (job) => void (await job.fetch(server.origin)),
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source], queues: { call: { concurrency: 50 } } })
  await pawl.enqueueMany(
    call,
    Array.from({ length: 60 }, (_, i) => ({ group: i % 6 })),
  )
  await pawl.start()
  await until('the burst is used', () => server.received.length >= 5)
  // whatever would come beyond it comes at once
  await until('the others wait', async () => pawl.slots.every(({ state }) => state === 'idle'))
  expect([server.received.length, await tokens()]).toEqual([5, 0])
})

test('two types of one source share its slots, and neither is forgotten', async () => {
  const { source } = await serve(ok, { requestsPerMinute: 60_000, burst: 1_000 })
  const make = (type: string) =>
    defineJob({ type, queue: 'shared', body: z.object({}), source: () => 'service', run: () => {} })
  const [one, two] = [make('one'), make('two')]
  const pawl = testPawl({
    url: database.url,
    jobs: [one, two],
    sources: [source],
    queues: { shared: { concurrency: 2 } },
    worker: { pollMs: 3_600_000 },
  })
  const jobs = [
    ...(await pawl.enqueueMany(one, Array(200).fill({}))),
    ...(await pawl.enqueueMany(two, Array(200).fill({}))),
  ]
  await pawl.start()
  for (const { id } of jobs) await pawl.result(id)
})

test('jobs of a slow source that come back one behind the other are not forgotten while its slots are taken', async () => {
  const { source } = await serve(ok, { requestsPerMinute: 600, burst: 100 })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    run: () => new Promise((resolve) => setTimeout(resolve, 20)),
  })
  const pawl = testPawl({
    url: database.url,
    jobs: [call],
    sources: [source],
    queues: { call: { concurrency: 2 } },
    worker: { pollMs: 3_600_000 },
  })
  const jobs = await pawl.enqueueMany(call, Array(20).fill({}))
  await pawl.start()
  for (const { id } of jobs) await pawl.result(id)
})

test.each([
  ['with a class of cost of their own', { class: 'search' }, 'service'],
  ['that have no line of their own', { source: 'service' }, ''],
])('requests %s open a circuit and close it', async (_, options, own) => {
  let down = true
  const { server, source } = await serve((response) => (down ? response.destroy() : response.end('fine')), {
    classes: { search: { requestsPerMinute: 60_000, burst: 1_000 } },
    circuit: { failures: 2, coolDownMs: 100, maxCoolDownMs: 100 },
    maxDeferrals: 1_000,
  })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => own,
    run: async (job) => void (await job.fetch(server.origin, options)),
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  const jobs = await pawl.enqueueMany(call, Array(5).fill({}))
  await pawl.start()
  await until('it has opened', async () => (await pawl.sources.get('service')).state === 'open')
  down = false
  for (const { id } of jobs) {
    await pawl.result(id)
    expect((await pawl.attempts(id)).every(({ number }) => number === 1)).toBe(true)
  }
  await until('it is closed', async () => (await pawl.sources.get('service')).state === 'closed')
})

test('a probe whose job sends more than one request finds the circuit closed with the second', async () => {
  let down = true
  const { server, source } = await serve((response) => (down ? response.destroy() : response.end('fine')), {
    circuit: { failures: 1, coolDownMs: 600_000 },
  })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    async run(job) {
      for (const path of ['/1', '/2', '/3']) await job.fetch(`${server.origin}${path}`)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  const { id } = await pawl.enqueue(call, {})
  await pawl.start()
  await until('it is open', async () => (await pawl.sources.get('service')).state === 'open')
  down = false
  await database.sql(`update pawl.source set probe_at = now(), changed_at = clock_timestamp()`)
  await pawl.result(id)
  expect(server.received.map(({ path }) => path)).toEqual(['/1', '/1', '/2', '/3'])
  expect((await pawl.job(id))?.deferrals).toBe(1)
})

test('a service that asks to be left alone for no time at all is left alone for a second', async () => {
  let refusals = 2
  const { source, server } = await serve((response) => {
    if (refusals-- > 0) response.writeHead(429, { 'retry-after': '0' }).end()
    else response.end('fine')
  })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    run: async (job) => void (await job.fetch(server.origin)),
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  const pauses: (number | undefined)[] = []
  pawl.on('source.pause', ({ forMs }) => pauses.push(forMs))
  const { id } = await pawl.enqueue(call, {})
  await pawl.start()
  await pawl.result(id)
  expect(pauses).toEqual([1_000, 1_000])
})

test('a drain does not wait for tokens that nobody wants', async () => {
  const { source, server } = await serve(ok, { requestsPerMinute: 2 })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    run: async (job) => void (await job.fetch(server.origin)),
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  await pawl.enqueue(call, {})
  await pawl.drain({ keepOpen: true })
  expect([server.received.length, await tokens()], 'it ended before the next one came').toEqual([1, 0])
})

test('a request that fails while its handler waits for another ends the attempt and not the process', async () => {
  const { source, server } = await serve((response, { path }) => {
    if (path === '/bad') response.destroy()
    else setTimeout(() => response.end('fine'), 200)
  })
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    async run(job) {
      const [slow, bad] = [job.fetch(`${server.origin}/slow`), job.fetch(`${server.origin}/bad`)]
      await slow
      await bad
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  const { id } = await pawl.enqueue(call, {})
  await pawl.start()
  await until('it is deferred', async () => (await pawl.job(id))!.deferrals > 0)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a source that is silent for longer than the attempt may take has failed', async () => {
  const { source, server } = await serve(() => {}, { circuit: { failures: 1, coolDownMs: 60_000 } })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    timeoutMs: 100,
    run: async (job) => void (await job.fetch(server.origin)),
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  await pawl.enqueue(call, {})
  await pawl.start()
  await until('it is open', async () => (await pawl.sources.get('service')).state === 'open')
})

test('a rule for failures that is broken is told, and Pawl’s own counts', async () => {
  const { source, server } = await serve(ok, { isFailure: (async () => true) as never })
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    run: async (job) => (await job.fetch(server.origin)).status,
  })
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [source] })
  const errors: string[] = []
  pawl.on('service.error', ({ service }) => errors.push(service))
  const { id } = await pawl.enqueue(call, {})
  await pawl.start()
  expect(await pawl.result(id)).toBe(200)
  expect(errors).toEqual(['isFailure'])
})
