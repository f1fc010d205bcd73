import { createPawl } from 'pawl'
import { afterAll, expect, test } from 'vitest'
import { palette } from '../src/terminal/palette.ts'
import { frame } from '../src/top/frame.ts'
import type { Snapshot } from '../src/top/snapshot.ts'
import { fail, greet, post, wait } from './fixtures/project/jobs.ts'
import { call } from './support/call.ts'
import { testDatabase } from './support/database.ts'
import { pawl } from './support/pawl-process.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const engine = createPawl({
  url: database.url,
  jobs: [greet, fail, wait],
  sources: [post],
  queues: { mail: { concurrency: 2 }, slow: { concurrency: 2 } },
  worker: { name: 'the-worker', heartbeatMs: 100, silenceMs: 60_000, shutdownGraceMs: 0 },
  migrate: false,
})
afterAll(() => engine.stop())

const at = new Date('2026-05-01T12:00:00Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const queue = { paused: false, pending: 0, scheduled: 0, retryable: 0, running: 0, exact: true, oldestAgeMs: null }
const snapshot: Snapshot = {
  at,
  queues: [
    {
      ...queue,
      queue: 'ingest',
      pending: 12_000,
      exact: false,
      running: 7,
      oldestAgeMs: 65_000,
      perMinute: 842,
      errorRate: 0.01,
    },
    { ...queue, queue: 'mail', paused: true, retryable: 4, perMinute: 0, errorRate: null },
  ],
  workers: [
    {
      ...{
        id: 'worker_1',
        name: 'vm-12-3f',
        host: 'vm',
        pid: 12,
        startedAt: ago(3_660_000),
        heartbeatAt: ago(1_200),
        state: 'live' as const,
      },
      pools: [{ queue: 'ingest', busy: 7, idle: 3, error: 0 }],
    },
  ],
  sources: [],
  deadLetters: 3,
}

test('the screen shows throughput, queues, workers, and fits into its window', () => {
  const options = { database: 'embedded PostgreSQL in .pawl', history: [100, 400, 842], colours: palette(false) }
  expect(frame(snapshot, { ...options, columns: 80, rows: 24, hint: 'q quits' })).toEqual([
    'pawl top   2026-05-01 12:00:00   embedded PostgreSQL in .pawl            q quits',
    '',
    '▂▅█ 842 attempts ended in the last minute',
    'pending 12000   running 7   scheduled 0   retryable 4   dead letters 3',
    '',
    'QUEUES (2)',
    'QUEUE          PENDING  RUNNING  SCHEDULED  RETRYABLE  OLDEST  /MIN  ERRORS',
    'ingest          ~12000        7          0          0   1m 5s   842      1%',
    'mail (paused)        0        0          0          4       -     0       -',
    '',
    'WORKERS (1)',
    'WORKER    STATE     UP    BEAT  SLOTS            QUEUES',
    'vm-12-3f  live   1h 1m  1s ago  ███████░░░ 7/10  ingest 7/10',
  ])
  expect(frame(snapshot, { ...options, columns: 80, rows: 5 })).toHaveLength(5)
})

test('a worker of eleven queues shows the busiest three of them', () => {
  const pools = Array.from({ length: 11 }, (_, i) => ({
    queue: `queue-${i}`,
    busy: i === 7 ? 5 : 0,
    idle: 10,
    error: 0,
  }))
  const [worker] = snapshot.workers
  const lines = frame(
    { ...snapshot, workers: [{ ...worker!, pools }] },
    { database: 'db', history: [], colours: palette(false), columns: 100, rows: 24, hint: '' },
  )
  expect(lines.at(-1)).toBe(
    'vm-12-3f  live   1h 1m  1s ago  ░░░░░░░░░░ 5/115  queue-7 5/15, queue-0 0/10, queue-1 0/10, 8 more',
  )
})

test('top prints one frame where nobody looks', async () => {
  await engine.enqueue(fail, { why: 'no' })
  await engine.enqueue(wait, {})
  await engine.start()
  await until('one has failed', async () => (await engine.deadLetters.list()).length === 1)
  await until('the worker has told of its slots', async () => {
    const pools = (await engine.workers.list()).flatMap((worker) => worker.pools)
    const busy = Object.fromEntries(pools.map((pool) => [pool.queue, pool.busy]))
    return busy.slow === 1 && busy.mail === 0
  })
  const env = { DATABASE_URL: database.url }
  const { code, out, err } = await pawl(['top'], { env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^pawl top {3}\S+ \S+ {3}postgres:\/\/\w+:…@/)
  expect(out).toMatch(/^QUEUES \(2\)\n.*\nmail .*\nslow +0 +1 /m)
  expect(out).toMatch(/^WORKERS \(1\)\n.*\n.*the-worker.* +live .*1\/4 +.*slow 1\/2/m)
  expect(out).toMatch(/^SOURCES \(1\)\n.*\npost +closed +60\/min, burst 4/m)
  expect(JSON.parse((await call(['top', '--json'], env)).out)).toMatchObject({
    queues: [{ queue: 'mail' }, { queue: 'slow', running: 1 }],
    deadLetters: 1,
  })
})
