import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource } from '../../src/index.ts'
import { refusalOf } from '../../src/source/address.ts'
import { type Handler, startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const secret = 'zgWn5tQ2'

/** What `service.test` resolves to stands for a public address; all others are what they are. */
const http = {
  lookup: async () => ['127.0.0.1'],
  refusalOf: (address: string) => (address === '127.0.0.1' ? undefined : refusalOf(address)),
}

const endless: Handler = (response) => {
  const chunk = Buffer.alloc(65_536)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const bomb: Handler = (response) => {
  response.setHeader('content-encoding', 'gzip')
  response.end(gzipSync(Buffer.alloc(50_000_000)))
}

type Expected = {
  readonly handler: Handler
  /** What becomes of the job's first attempt. */
  readonly outcome: 'deferred' | 'failed'
  readonly says: RegExp
  readonly streak: number
  readonly timeoutMs?: number
  readonly state?: 'paused'
}

const behaviours: Record<string, Expected> = {
  'is too slow': {
    handler: () => {},
    outcome: 'deferred',
    says: /no complete answer within 50 ms/,
    streak: 1,
    timeoutMs: 50,
  },
  'resets the connection': { handler: (response) => response.destroy(), outcome: 'deferred', says: /./, streak: 1 },
  'answers 500': {
    handler: (response) => response.writeHead(500).end(),
    outcome: 'deferred',
    says: /answered 500/,
    streak: 1,
  },
  'answers 503 and not until when': {
    handler: (response) => response.writeHead(503).end(),
    outcome: 'deferred',
    says: /answered 503/,
    streak: 1,
  },
  'answers 503 until a time': {
    handler: (response) => response.writeHead(503, { 'retry-after': '60' }).end(),
    outcome: 'deferred',
    says: /answered 503/,
    streak: 0,
    state: 'paused',
  },
  'answers 429 until a date by its own clock': {
    handler: (response) => {
      const date = (ms: number) => new Date(ms).toUTCString()
      const theirs = Date.now() - 86_400_000
      response.writeHead(429, { date: date(theirs), 'retry-after': date(theirs + 60_000) }).end()
    },
    outcome: 'deferred',
    says: /answered 429/,
    streak: 0,
    state: 'paused',
  },
  'redirects into the network': {
    handler: (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    outcome: 'failed',
    says: /10\.0\.0\.1/,
    streak: 0,
  },
  'redirects for ever': {
    handler: (response) => response.writeHead(302, { location: '/again' }).end(),
    outcome: 'failed',
    says: /redirects/,
    streak: 0,
  },
  'sends a body without an end': { handler: endless, outcome: 'failed', says: /bytes/, streak: 0 },
  'sends a small body that grows when it is unpacked': { handler: bomb, outcome: 'failed', says: /bytes/, streak: 0 },
  'sends what is no HTTP': {
    handler: (response) => void response.socket?.end('hello\r\n\r\n'),
    outcome: 'deferred',
    says: /./,
    streak: 1,
  },
}

test.each(Object.entries(behaviours))('a service that %s', async (_, expected) => {
  const { handler, outcome, says, streak, state, timeoutMs = 60_000 } = expected
  await database.sql('truncate pawl.source, pawl.bucket, pawl.attempt, pawl.later, pawl.dead')
  const server = await startServer(handler)
  const service = defineSource({ name: 'service', timeoutMs, maxBytes: 1_000_000, secretHeaders: ['x-key'] })
  let runs = 0
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    retry: { attempts: 1 },
    async run(job) {
      // one that was put off calls again after a second, and fails again: the first call is looked at
      if (++runs > 1) return
      const headers = { authorization: secret, 'x-key': secret }
      await job.fetch(`http://service.test:${server.port}/${secret}?key=${secret}`, { headers })
    },
  })
  const lines: string[] = []
  const log = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`)
  const logger = { debug: log, info: log, warn: log, error: log }
  const pawl = testPawl({ url: database.url, jobs: [call], sources: [service], logger }, { http })
  const { id } = await pawl.enqueue(call, {})
  await pawl.start()
  const [attempt] = await until('it is settled', async () => {
    const attempts = await pawl.attempts(id)
    return attempts[0]?.outcome !== undefined && attempts[0].outcome !== null && attempts
  })
  expect(attempt!.outcome).toBe(outcome)
  expect(attempt!.error).toMatchObject({ message: expect.stringMatching(says) })
  await until('it is told', async () => (await pawl.sources.get('service')).requests > 0)
  expect(await pawl.sources.get('service')).toMatchObject({ failureStreak: streak, state: state ?? 'closed' })
  await pawl.stop({ graceMs: 0 })
  const kept = await database.sql(`select to_jsonb(s)::text as row from pawl.source s
    union all select coalesce(o.detail::text, '') from pawl.outcome o union all select to_jsonb(d)::text from pawl.dead d`)
  expect([...lines, ...kept.map(({ row }) => row)].filter((line) => line.includes(secret))).toEqual([])
})
