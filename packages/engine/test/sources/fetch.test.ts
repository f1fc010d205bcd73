import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource, type PawlError, SourceDeferredError, type SourceOptions } from '../../src/index.ts'
import { type Handler, startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

beforeEach(() => database.sql('truncate pawl.source, pawl.bucket, pawl.attempt, pawl.later, pawl.dead'))

const ok: Handler = (response) => response.end('fine')

/** A Pawl with one source, a server behind it, and a job that fetches the paths it is given. */
async function setUp(handler: Handler, options: Partial<SourceOptions> = {}) {
  const server = await startServer(handler)
  const source = defineSource({ name: 'service', allowPrivate: true, userAgent: 'tests', ...options })
  const look = defineJob({
    type: 'look',
    body: z.object({ paths: z.array(z.string()) }),
    source: () => source.name,
    retry: { attempts: 1 },
    async run(job) {
      const statuses: number[] = []
      for (const path of job.body.paths) {
        const url = path.startsWith('http') ? path : `${server.origin}${path}`
        statuses.push((await job.fetch(url)).status)
      }
      return statuses
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [look], sources: [source] })
  const paths = (...each: string[]) => pawl.enqueue(look, { paths: each })
  return { server, source, look, pawl, paths }
}

const health = async () => (await database.sql('select * from pawl.source_health'))[0]

test('a request is sent with the agent of its source, and what became of it is kept', async () => {
  const { server, pawl, paths } = await setUp(ok)
  const requests: object[] = []
  pawl.on('source.request', ({ source, outcome, status }) => requests.push({ source, outcome, status }))
  const { id } = await paths('/a?key=secret')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toEqual([200])
  expect(server.received.map(({ path, headers }) => [path, headers['user-agent']])).toEqual([
    ['/a?key=secret', 'tests'],
  ])
  await until('it is told', async () => (await health()).requests === '1')
  expect(await health()).toMatchObject({ state: 'closed', failure_streak: 0, deferrals: '0', last_error: null })
  expect(requests).toEqual([{ source: 'service', outcome: 'answered', status: 200 }])
})

test('a limit holds over jobs and over requests of one job; the job waits for its token in its slot', async () => {
  const { server, pawl, paths } = await setUp(ok, { requestsPerMinute: 600, burst: 3 })
  const startedAt = performance.now()
  const { id } = await paths('/1', '/2', '/3', '/4', '/5', '/6')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toHaveLength(6)
  // two of the burst, and the others at ten a second
  expect(performance.now() - startedAt).toBeGreaterThan(300)
  expect(server.received).toHaveLength(6)
  expect((await pawl.attempts(id)).length).toBe(1)
})

test('a token that was not used is given back', async () => {
  const idle = defineJob({ type: 'idle', body: z.object({}), source: () => 'service', run: () => {} })
  const source = defineSource({ name: 'service', requestsPerMinute: 1, burst: 3 })
  const pawl = testPawl({ url: database.url, jobs: [idle], sources: [source] })
  await pawl.enqueueMany(idle, Array(20).fill({}))
  await pawl.drain({ keepOpen: true })
  const [{ done }] = await database.sql(`select count(*)::int as done from pawl.jobs where status = 'succeeded'`)
  expect(done).toBe(20)
})

test('what the service asks for is honoured by everybody, and no attempt is used', async () => {
  let refusals = 1
  const { server, pawl, paths } = await setUp((response) => {
    if (refusals-- > 0) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.end('fine')
  })
  const pauses: object[] = []
  pawl.on('source.pause', (event) => pauses.push(event))
  const { id } = await paths('/a')
  await pawl.start()
  await until('it is deferred', async () => (await pawl.job(id))?.deferrals === 1)
  const other = await paths('/b')
  expect(await pawl.result(id)).toEqual([200])
  expect(await pawl.result(other.id)).toEqual([200])
  expect(pauses).toEqual([{ source: 'service', forMs: 1_000, by: 'source' }])
  const labels = { queue: 'look', type: 'look', reason: 'limited', source: 'service' }
  expect(pawl.counts).toContainEqual({ name: 'source.defer', labels, count: 1 })
  expect((await pawl.attempts(id)).map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, 'deferred'],
    [1, 'succeeded'],
  ])
  expect(server.received.map(({ path }) => path).sort()).toEqual(['/a', '/a', '/b'])
})

test('failures open the circuit, one probe at a time finds out, and all jobs are done with no attempt used', async () => {
  let down = true
  const { server, pawl, paths } = await setUp((response) => (down ? response.destroy() : response.end('fine')), {
    circuit: { failures: 3, coolDownMs: 600_000 },
    maxDeferrals: 1_000,
  })
  const heard: string[] = []
  const times = (name: string) => heard.filter((each) => each === name).length
  // a cool-down that the machine cannot be too slow for, until the test ends it
  const probeNow = async () => {
    await until('nothing is under way', () => pawl.slots.every(({ state }) => state === 'idle'))
    await database.sql('update pawl.source set probe_at = now(), changed_at = clock_timestamp()')
  }
  for (const name of ['source.open', 'source.probe', 'source.close'] as const) pawl.on(name, () => heard.push(name))
  const jobs = await Promise.all(Array.from({ length: 12 }, (_, i) => paths(`/${i}`)))
  await pawl.start()
  await until('it is open', () => times('source.open') === 1)
  for (const opened of [2, 3, 4]) {
    await probeNow()
    await until('a probe has failed', () => times('source.open') === opened)
  }
  down = false
  await probeNow()
  for (const { id } of jobs) expect(await pawl.result(id)).toEqual([200])
  expect(heard.at(-1)).toBe('source.close')
  const attempts = (await Promise.all(jobs.map(({ id }) => pawl.attempts(id)))).flat()
  expect(attempts.every(({ number }) => number === 1)).toBe(true)
  const probes = times('source.probe')
  expect([probes, times('source.open')], 'each probe that failed opened it again').toEqual([4, 4])
  // those that were under way when it opened, each probe, and each job in the end
  expect(server.received.length).toBeLessThanOrEqual(12 + probes + 12)
})

test('a job that its source fails again and again uses attempts in the end, and says so', async () => {
  const { pawl, paths } = await setUp((response) => response.writeHead(500).end(), {
    circuit: { failures: 100, coolDownMs: 1_000 },
    maxDeferrals: 1,
  })
  const { id } = await paths('/a')
  await pawl.start()
  await expect(pawl.result(id)).rejects.toMatchObject({ code: 'job-failed' })
  const letter = await pawl.deadLetters.show(id)
  expect(letter?.error).toMatchObject({ code: 'source-unavailable', message: expect.stringContaining('answered 500') })
  expect((await pawl.attempts(id)).map(({ outcome }) => outcome)).toEqual(['deferred', 'failed'])
})

test('what counts as a failure can be decided, and a 404 is none', async () => {
  const { pawl, paths } = await setUp((response, { path }) => response.writeHead(Number(path.slice(1))).end(), {
    circuit: { failures: 1, coolDownMs: 60_000 },
    isFailure: ({ status }) => (status === 418 ? true : status === 502 ? false : undefined),
  })
  const fine = await paths('/404', '/502', '/403')
  await pawl.start()
  expect(await pawl.result(fine.id)).toEqual([404, 502, 403])
  await paths('/418')
  await until('it is open', async () => (await pawl.sources.get('service')).state === 'open')
})

test('a 429 that no waiting will mend is an answer, if the source says so by what it reads', async () => {
  const { pawl, paths } = await setUp(
    (response, { path }) => response.writeHead(429).end(path === '/used-up' ? 'the account is used up' : 'slow down'),
    { isLimit: ({ status, text }) => (status === 429 && text().includes('used up') ? false : undefined) },
  )
  const usedUp = await paths('/used-up')
  await pawl.start()
  expect(await pawl.result(usedUp.id)).toEqual([429])
  expect(await health()).toMatchObject({ paused_until: null })
  await paths('/slow-down')
  await until('it is paused', async () => (await health()).paused_until !== null)
})

test('whoever wants to sees the pieces of an answer as they come, and spoils nothing by an error', async () => {
  const seen: string[] = []
  const { server, source, pawl } = await setUp((response) => {
    response.write('one ')
    // the second piece is sent when the first one was seen
    const look = setInterval(() => {
      if (seen.length === 0) return
      clearInterval(look)
      response.end('two')
    }, 1)
  })
  const stream = defineJob({
    type: 'stream',
    body: z.object({}),
    source: () => source.name,
    async run(job) {
      const onPiece = (piece: Uint8Array) => {
        seen.push(new TextDecoder().decode(piece))
        throw new Error('of the listener')
      }
      return (await job.fetch(server.origin, { onPiece })).text()
    },
  })
  const other = testPawl({ url: database.url, jobs: [stream], sources: [source] })
  const { id } = await other.enqueue(stream, {})
  await pawl.stop()
  await other.drain({ keepOpen: true })
  expect(await other.result(id)).toBe('one two')
  expect(seen).toEqual(['one ', 'two'])
})

test('each redirect is a request like any other', async () => {
  const { pawl, paths, server } = await setUp(
    (response, { path }) => (path === '/end' ? response.end() : response.writeHead(302, { location: '/end' }).end()),
    { requestsPerMinute: 1, burst: 3 },
  )
  const { id } = await paths('/begin')
  await pawl.start()
  expect(await pawl.result(id)).toEqual([200])
  await until('both are counted', async () => (await health()).requests === '2')
  expect(Math.floor((await health()).tokens)).toBe(0)
  expect(server.received).toHaveLength(2)
})

test('an address inside of the network is refused, and that is a fault of the job', async () => {
  const { pawl, paths } = await setUp(ok, { allowPrivate: false, requestsPerMinute: 60, burst: 5 })
  const { id } = await paths('/a')
  await pawl.start()
  await expect(pawl.result(id)).rejects.toMatchObject({ code: 'job-failed' })
  expect((await pawl.deadLetters.show(id))?.error).toMatchObject({ code: 'address-refused', class: 'permanent' })
  expect((await pawl.sources.get('service')).failureStreak).toBe(0)
  await until('the token is back', async () => Math.floor((await health()).tokens) === 4)
})

test('a job without a source, or with one nobody defined, is told what to do', async () => {
  const errors: unknown[] = []
  const make = (type: string, source?: string) =>
    defineJob({
      type,
      body: z.object({}),
      async run(job) {
        await job
          .fetch('http://example.org', source === undefined ? {} : { source })
          .catch((error) => errors.push(error))
      },
    })
  const [none, unknown] = [make('none'), make('unknown', 'servce')]
  const pawl = testPawl({ url: database.url, jobs: [none, unknown], sources: [defineSource({ name: 'service' })] })
  await pawl.enqueue(none, {})
  await pawl.drain({ keepOpen: true })
  await pawl.enqueue(unknown, {})
  await pawl.drain({ keepOpen: true })
  expect(errors).toMatchObject([{ code: 'no-source' }, { code: 'unknown-source' }])
  expect((errors[1] as PawlError).message).toContain("did you mean 'service'?")
})

test('a handler may wrap the error of a deferral, and one that swallows it goes on', async () => {
  const server = await startServer((response) => response.writeHead(503, { 'retry-after': '1' }).end())
  const source = defineSource({ name: 'service', allowPrivate: true })
  const caught: unknown[] = []
  const swallow = defineJob({
    type: 'swallow',
    body: z.object({}),
    source: () => 'service',
    async run(job) {
      await job.fetch(server.origin).catch((error) => caught.push(error))
      return 'went on'
    },
  })
  const wrap = defineJob({
    type: 'wrap',
    body: z.object({}),
    async run(job) {
      await job.fetch(server.origin, { source: 'service' }).catch((cause) => {
        throw new Error('no luck', { cause })
      })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [swallow, wrap], sources: [source] })
  const { id } = await pawl.enqueue(swallow, {})
  await pawl.start()
  expect(await pawl.result(id)).toBe('went on')
  expect(caught).toMatchObject([{ code: 'source-deferred', reason: 'limited', source: 'service' }])
  expect(caught[0]).toBeInstanceOf(SourceDeferredError)
  const wrapped = await pawl.enqueue(wrap, {})
  // again and again, as long as the service asks for patience
  await until('it is deferred', async () => (await pawl.job(wrapped.id))!.deferrals > 0)
})
